//! Numbers of elements and of states: whole numbers of any size.

use std::fmt;

/// A whole number of any size, at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Decimal digits, the last first.
    digits: Vec<u8>,
}

impl Size {
    /// The product of numbers.
    pub fn product(factors: impl IntoIterator<Item = usize>) -> Self {
        factors.into_iter().fold(Self::from(1), Self::times)
    }

    /// The product with another number.
    #[must_use]
    pub fn times(mut self, factor: usize) -> Self {
        let mut carry = 0;
        for digit in &mut self.digits {
            carry += usize::from(*digit) * factor;
            *digit = (carry % 10) as u8;
            carry /= 10;
        }
        while carry > 0 {
            self.digits.push((carry % 10) as u8);
            carry /= 10;
        }
        self
    }

    /// The quotient by a number that divides it.
    #[must_use]
    pub(super) fn over(mut self, divisor: usize) -> Self {
        let mut rest = 0;
        for digit in self.digits.iter_mut().rev() {
            rest = rest * 10 + usize::from(*digit);
            *digit = (rest / divisor) as u8;
            rest %= divisor;
        }
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }

    /// The number, if it fits.
    pub fn get(&self) -> Option<u128> {
        self.to_string().parse().ok()
    }

    /// Its natural logarithm.
    pub fn ln(&self) -> f64 {
        let digits = self.digits.iter();
        let mantissa = digits.fold(0.0, |sum, &digit| sum / 10.0 + f64::from(digit));
        mantissa.ln() + (self.digits.len() as f64 - 1.0) * std::f64::consts::LN_10
    }
}

impl From<u128> for Size {
    fn from(number: u128) -> Self {
        let digits = number.to_string().into_bytes();
        Self {
            digits: digits.iter().rev().map(|digit| digit - b'0').collect(),
        }
    }
}

/// All its digits.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.digits.iter().rev();
        digits.try_for_each(|digit| write!(f, "{digit}"))
    }
}
