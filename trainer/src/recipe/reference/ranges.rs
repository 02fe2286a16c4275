//! The values that a key may have, found by asking what reads and checks recipes.

use super::super::Recipe;
use std::fmt::Display;
use toml::{Table, Value};

/// Where the values that are accepted end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End<T> {
    /// Nowhere.
    Open,
    /// With this one.
    At(T),
    /// Just before this one.
    Before(T),
}

/// Puts a value into a recipe at `key`, `net.layers`; in a list as its only item.
pub fn put(recipe: &mut Table, key: &str, value: Value) {
    let (table, name) = place(recipe, key);
    let value = match table.get(name) {
        Some(Value::Array(_)) if !value.is_array() => Value::Array(vec![value]),
        _ => value,
    };
    table.insert(name.into(), value);
}

/// Takes a key out of a recipe.
pub fn take(recipe: &mut Table, key: &str) {
    let (table, name) = place(recipe, key);
    table.remove(name);
}

/// The table that a key is in, and its name there.
fn place<'a, 'k>(recipe: &'a mut Table, key: &'k str) -> (&'a mut Table, &'k str) {
    match key.split_once('.') {
        None => (recipe, key),
        Some((head, rest)) => match recipe.get_mut(head).expect(head) {
            Value::Array(all) => place(all[0].as_table_mut().expect("tables"), rest),
            inner => place(inner.as_table_mut().expect("a table"), rest),
        },
    }
}

/// Whether nothing is wrong with a value of `key` in a recipe. What it does to others is not asked.
fn accepts(recipe: &Table, key: &str, value: Value) -> bool {
    let mut recipe = recipe.clone();
    put(&mut recipe, key, value);
    let Ok(recipe) = recipe.try_into::<Recipe>() else {
        return false;
    };
    let fault = recipe.check().err();
    // What is wrong in a table inside another is said of the whole of it.
    fault.is_none_or(|fault| {
        !key.starts_with(&fault.key) || fault.key == "net" || fault.key == "target"
    })
}

/// The range of a whole number.
pub fn whole(recipe: &Table, key: &str) -> String {
    let accepts = |n: i64| accepts(recipe, key, n.into());
    let start = (1..100)
        .find(|&n| accepts(n))
        .unwrap_or_else(|| panic!("{key} takes no number"));
    let end = |last: i64| match accepts(last) {
        true => End::Open,
        false => End::At(edge(start, last, accepts).0),
    };
    said(end(i64::MIN), end(i64::MAX))
}

/// The range of a number.
pub fn number(recipe: &Table, key: &str) -> String {
    let accepts = |nth: i64| accepts(recipe, key, of_order(nth).into());
    let start = [0.5, 1.5].map(order).into_iter().find(|&nth| accepts(nth));
    let start = start.unwrap_or_else(|| panic!("{key} takes no number"));
    let end = |last: f64| {
        let last = order(last);
        if accepts(last) {
            return End::Open;
        }
        let (good, bad) = edge(start, last, accepts);
        let (good, bad) = (of_order(good), of_order(bad));
        // Whichever of two neighbours is the round one is the limit.
        match good.to_string().len() <= bad.to_string().len() {
            true => End::At(good + 0.0),
            false => End::Before(bad + 0.0),
        }
    };
    said(end(f64::MIN), end(f64::MAX))
}

/// The last that is accepted on the way from `good` to `bad`, and the first that is not.
fn edge(mut good: i64, mut bad: i64, accepts: impl Fn(i64) -> bool) -> (i64, i64) {
    while good.abs_diff(bad) > 1 {
        let middle = ((i128::from(good) + i128::from(bad)) / 2) as i64;
        match accepts(middle) {
            true => good = middle,
            false => bad = middle,
        }
    }
    (good, bad)
}

/// The place of a number among all that there are.
const fn order(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// The number at a place.
const fn of_order(nth: i64) -> f64 {
    f64::from_bits((nth ^ ((nth >> 63) as u64 >> 1) as i64) as u64)
}

fn said<T: Display>(low: End<T>, high: End<T>) -> String {
    if let (End::At(low), End::At(high)) = (&low, &high) {
        return format!("{low} to {high}");
    }
    let low = match low {
        End::Open => None,
        End::At(x) => Some(format!("at least {x}")),
        End::Before(x) => Some(format!("above {x}")),
    };
    let high = match high {
        End::Open => None,
        End::At(x) => Some(format!("at most {x}")),
        End::Before(x) => Some(format!("below {x}")),
    };
    let both: Vec<_> = low.into_iter().chain(high).collect();
    both.join(", ")
}

#[test]
fn the_ends_of_a_range_are_found_and_said() {
    let recipe: Table = toml::from_str(super::FRAME).unwrap();
    assert_eq!(whole(&recipe, "optimizer.batch"), "1 to 16777216");
    assert_eq!(whole(&recipe, "run.examples"), "at least 1");
    assert_eq!(number(&recipe, "optimizer.rate"), "above 0, at most 1");
    assert_eq!(number(&recipe, "optimizer.decay"), "0 to 1");
    assert_eq!(number(&recipe, "target.q_weight"), "at least 0");
}
