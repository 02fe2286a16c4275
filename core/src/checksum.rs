//! The checksum of weight files and messages.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// Bytes taken at once, with a table of 1 KiB for each.
const LANES: usize = if cfg!(feature = "std") { 16 } else { 1 };

/// CRC-32 (as in zip files) of some bytes in several parts.
///
/// From a crate that makes do with 1 KiB of flash on a device, without a panic on any core.
pub(crate) fn crc32<const N: usize>(parts: [&[u8]; N]) -> u32 {
    static CRC: Crc<u32, Table<LANES>> = Crc::<u32, Table<LANES>>::new(&CRC_32_ISO_HDLC);
    let mut digest = CRC.digest();
    for part in parts {
        digest.update(part);
    }
    digest.finalize()
}
