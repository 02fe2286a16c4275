//! The command line as users and scripts see it: output, errors and exit codes.

mod batch;
mod compare;
mod files;
mod harness;
mod input;
mod out;
mod requests;
mod searches;
mod solving;
mod usage;
