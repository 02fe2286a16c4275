//! The tensors of a tiled network by name.

use super::kernel::{Columns, SIDE, Tile};
use super::network::Network;
use super::norm::Norm;
use super::parameters::{Matrix, Vector, gather, scatter};
use super::state::{Part, StateError, Tensor, find};
use std::sync::Arc;

/// A place that a tensor's numbers are copied from or to.
enum Place<'a> {
    /// A whole matrix.
    Matrix(&'a mut [Tile], usize),
    /// Some rows of a matrix: the first, how many, and its columns.
    Rows(&'a mut [Tile], usize, usize, usize),
    /// A part of a vector: the first number and how many.
    Vector(&'a mut [Columns], usize, usize),
}

impl Matrix {
    fn part(&mut self, part: Part) -> &mut [Tile] {
        match part {
            Part::Value => &mut self.value,
            Part::First => &mut self.first,
            Part::Second => &mut self.second,
            Part::Gradient => &mut self.gradient,
        }
    }
}

impl Vector {
    fn part(&mut self, part: Part) -> &mut [Columns] {
        match part {
            Part::Value => &mut self.value,
            Part::First => &mut self.first,
            Part::Second => &mut self.second,
            Part::Gradient => &mut self.gradient,
        }
    }
}

impl Place<'_> {
    fn read(&self, count: usize) -> Vec<f32> {
        let mut out = vec![0.0; count];
        match self {
            Self::Matrix(tiles, columns) => gather(tiles, *columns, &mut out),
            Self::Rows(tiles, from, rows, columns) => {
                let mut all = vec![0.0; (from + rows) * columns];
                gather(tiles, *columns, &mut all);
                out.copy_from_slice(&all[from * columns..]);
            }
            Self::Vector(numbers, from, _) => {
                for (i, out) in (*from..).zip(&mut out) {
                    *out = numbers[i / SIDE].0[i % SIDE];
                }
            }
        }
        out
    }

    fn write(&mut self, data: &[f32]) {
        match self {
            Self::Matrix(tiles, columns) => scatter(data, *columns, tiles),
            Self::Rows(tiles, from, _, columns) => {
                let mut all = vec![0.0; *from * *columns];
                gather(tiles, *columns, &mut all);
                all.extend_from_slice(data);
                scatter(&all, *columns, tiles);
            }
            Self::Vector(numbers, from, _) => {
                for (i, x) in (*from..).zip(data) {
                    numbers[i / SIDE].0[i % SIDE] = *x;
                }
            }
        }
    }

    fn shape(&self, rows: usize) -> Vec<usize> {
        match self {
            Self::Matrix(_, columns) => vec![rows, *columns],
            Self::Rows(_, _, rows, columns) => vec![*rows, *columns],
            Self::Vector(_, _, count) => vec![*count],
        }
    }
}

impl Network {
    /// All tensors that a checkpoint holds: parameters, statistics, moments.
    pub fn tensors(&mut self) -> Vec<Tensor> {
        let mut out = Vec::new();
        self.each(&Part::KEPT, |name, shape, place| {
            let data = place.read(shape.iter().product());
            out.push(Tensor { name, shape, data });
            Ok(())
        })
        .expect("reading does not fail");
        out
    }

    /// The gradients of the last backward pass, by the names of the parameters.
    pub fn gradients(&mut self) -> Vec<Tensor> {
        let mut out = Vec::new();
        self.each(&[Part::Gradient], |name, shape, place| {
            let data = place.read(shape.iter().product());
            let name = name.trim_end_matches("/gradient").to_owned();
            out.push(Tensor { name, shape, data });
            Ok(())
        })
        .expect("reading does not fail");
        out
    }

    /// Takes parameters and statistics from `tensors`, and moments too if `moments`.
    ///
    /// # Errors
    /// When one is missing or has another shape; the network is then unusable.
    pub fn restore(&mut self, tensors: &[Tensor], moments: bool) -> Result<(), StateError> {
        let parts = if moments {
            &Part::KEPT[..]
        } else {
            &Part::KEPT[..1]
        };
        self.each(parts, |name, shape, place| {
            place.write(find(tensors, &name, &shape)?);
            Ok(())
        })?;
        let pool = Arc::clone(&self.pool);
        pool.install(|| self.pack());
        Ok(())
    }

    fn each(
        &mut self,
        parts: &[Part],
        mut act: impl FnMut(String, Vec<usize>, &mut Place<'_>) -> Result<(), StateError>,
    ) -> Result<(), StateError> {
        let (features, top) = (self.shape.features, self.heads.master.columns);
        for &part in parts {
            let mut one = |name: &str, rows: usize, mut place: Place<'_>| {
                let shape = place.shape(rows);
                act(part.of(name), shape, &mut place)
            };
            let table = &mut self.first.table;
            let width = table.columns;
            one(
                "first.table",
                features,
                Place::Matrix(table.part(part), width),
            )?;
            each_of_norm("first", &mut self.first.norm, part, &mut one)?;
            for layer in &mut self.layers {
                let matrix = &mut layer.weights.master;
                let (rows, columns) = (matrix.rows, matrix.columns);
                let name = format!("{}.linear.weight", layer.name);
                one(&name, rows, Place::Matrix(matrix.part(part), columns))?;
                each_of_norm(&layer.name, &mut layer.norm, part, &mut one)?;
            }
            let mut from = 0;
            for &(name, count) in &self.shape.heads {
                let weight = self.heads.master.part(part);
                one(
                    &format!("{name}.weight"),
                    count,
                    Place::Rows(weight, from, count, top),
                )?;
                let bias = self.bias.part(part);
                one(
                    &format!("{name}.bias"),
                    count,
                    Place::Vector(bias, from, count),
                )?;
                from += count;
            }
        }
        Ok(())
    }
}

fn each_of_norm(
    name: &str,
    norm: &mut Norm,
    part: Part,
    one: &mut impl FnMut(&str, usize, Place<'_>) -> Result<(), StateError>,
) -> Result<(), StateError> {
    let width = norm.weight.length;
    let name = |what: &str| format!("{name}.norm.{what}");
    for (what, vector) in [("weight", &mut norm.weight), ("bias", &mut norm.bias)] {
        one(
            &name(what),
            width,
            Place::Vector(vector.part(part), 0, width),
        )?;
    }
    if part == Part::Value {
        one(
            &name("running_mean"),
            width,
            Place::Vector(&mut norm.mean, 0, width),
        )?;
        one(
            &name("running_var"),
            width,
            Place::Vector(&mut norm.variance, 0, width),
        )?;
    }
    Ok(())
}
