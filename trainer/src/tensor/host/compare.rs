//! Comparisons, and selection by their results.

use super::arithmetic::common;
use super::{Data, Kind, Tensor};

impl Tensor {
    /// A question about each number.
    fn ask(&self, question: impl Fn(f64) -> bool) -> Self {
        let answers: Vec<bool> = self
            .to_kind(Kind::Double)
            .data()
            .numbers::<f64>()
            .into_iter()
            .map(question)
            .collect();
        Self::from_slice(&answers).reshape(self.size())
    }

    /// Whether each is neither infinite nor NaN.
    pub fn isfinite(&self) -> Self {
        self.ask(f64::is_finite)
    }

    /// Whether each is infinite.
    pub fn isinf(&self) -> Self {
        self.ask(f64::is_infinite)
    }

    /// Whether each is 0 or false.
    pub fn logical_not(&self) -> Self {
        self.ask(|x| x == 0.0)
    }

    /// Whether both are true.
    pub fn logical_and(&self, other: &Self) -> Self {
        let truth = |t: &Self| t.to_kind(Kind::Bool).to_kind(Kind::Int64);
        (truth(self) * truth(other)).to_kind(Kind::Bool)
    }

    /// Whether two whole numbers are the same.
    pub fn eq_tensor(&self, other: &Self) -> Self {
        let same = self.to_kind(Kind::Int64) - other.to_kind(Kind::Int64);
        let differ: Vec<i64> = same.data().numbers();
        let same_as: Vec<bool> = differ.into_iter().map(|d| d == 0).collect();
        Self::from_slice(&same_as).reshape(same.size())
    }

    /// Its own numbers where `which` is true, else those of `other`.
    pub fn where_self(&self, which: &Self, other: &Self) -> Self {
        let shape = common(self.data().shape(), which.data().shape());
        let shape: Vec<i64> = shape.into_iter().map(|d| d as i64).collect();
        let which: Vec<bool> = which
            .expand(shape.clone(), false)
            .to_kind(Kind::Bool)
            .data()
            .numbers();
        let other = other.to_kind(self.kind()).expand(shape.clone(), false);
        let own = self.expand(shape, false);
        macro_rules! chosen {
            ($a:ident, $b:ident) => {{
                let mut a = $a.into_owned();
                for ((a, &b), &which) in a.iter_mut().zip(&$b).zip(&which) {
                    if !which {
                        *a = b;
                    }
                }
                a.into_shared()
            }};
        }
        self.made(match (own.data(), other.data()) {
            (Data::Float(a), Data::Float(b)) => Data::Float(chosen!(a, b)),
            (Data::Double(a), Data::Double(b)) => Data::Double(chosen!(a, b)),
            (Data::Whole(a), Data::Whole(b)) => Data::Whole(chosen!(a, b)),
            _ => unreachable!("both are of one kind"),
        })
    }

    /// With `number` where `mask` is true.
    pub fn masked_fill(&self, mask: &Self, number: f64) -> Self {
        let filled = Self::full(1, number, (self.kind(), self.device()));
        self.where_self(&mask.logical_not(), &filled)
    }
}
