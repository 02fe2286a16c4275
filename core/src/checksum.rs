//! The checksum of weight files and messages.

use crc::{CRC_32_ISO_HDLC, Crc};

/// CRC-32 (as in zip files) of some bytes in several parts.
///
/// From the crate with the small table, 1 KiB of flash, and without a panic on any core.
pub(crate) fn crc32<const N: usize>(parts: [&[u8]; N]) -> u32 {
    static CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
    let mut digest = CRC.digest();
    for part in parts {
        digest.update(part);
    }
    digest.finalize()
}
