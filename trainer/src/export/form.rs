//! The two forms of a trained network in weight files.

use super::float::Layers;
use super::fold::Folded;
use quarterturn_core::net::float::Activation;

/// The form of a trained network in a weight file.
#[derive(Debug)]
pub enum Form {
    /// An integer-ready MLP; it has a float form as well.
    Integer(Box<Folded>),
    /// A network that only has a float form.
    Float(Layers),
}

impl From<Form> for Layers {
    fn from(form: Form) -> Self {
        match form {
            Form::Integer(folded) => Self::plain(&folded, Activation::Clip),
            Form::Float(layers) => layers,
        }
    }
}
