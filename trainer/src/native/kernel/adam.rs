//! Adam's constants (Kingma & Ba 2014) and the sizes of its steps.

/// Decay of the first moment.
pub const BETA1: f32 = 0.9;
/// Decay of the second moment.
pub const BETA2: f32 = 0.999;
/// What keeps the quotient finite.
pub const EPSILON: f32 = 1e-8;

/// How Adam steps; see [`Kernel::adam`](super::Kernel::adam).
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Learning rate over the first moment's correction.
    pub rate: f32,
    /// One over the square root of the second moment's correction.
    pub second: f32,
}

/// The step of learning rate `rate` that makes update number `updates`, counted from 1.
pub fn step(rate: f64, updates: u64) -> Step {
    let t = updates.min(1 << 30) as i32;
    let correction = |beta: f32| 1.0 - f64::from(beta).powi(t);
    Step {
        rate: (rate / correction(BETA1)) as f32,
        second: (1.0 / correction(BETA2).sqrt()) as f32,
    }
}
