//! What a trainer without LibTorch can train: the recipes of the native engine.

use super::check::{Fault, need};
use super::{Head, Net, Recipe, Rule, Target};

impl Recipe {
    /// Refuses what only LibTorch trains.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub(super) fn check_native(&self) -> Result<(), Fault> {
        let only = |what| {
            format!(
                "this trainer was built without LibTorch and knows {what} only; build it with the feature libtorch"
            )
        };
        need(
            matches!(self.net, Net::Mlp { .. }),
            "net.kind",
            only("networks of kind \"mlp\""),
        )?;
        let targets = matches!(
            self.target,
            Target::Walk { .. } | Target::Bellman(_) | Target::Exact { .. }
        );
        need(
            targets,
            "target.kind",
            only("the targets \"walk\", \"bellman\" and \"exact\""),
        )?;
        let heads = self.net.heads().contains(&Head::Value);
        need(heads, "net.heads", only("networks with a value head"))?;
        need(
            self.optimizer.rule == Rule::Adam,
            "optimizer.rule",
            only("\"adam\""),
        )
    }
}
