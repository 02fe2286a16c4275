//! The processes of one run: each computes the gradients of its share of every batch, all apply
//! their mean (data parallelism over MPI, feature `mpi`). Without the feature, and when started
//! without `mpirun`, there is one.

/// This process among those of its run.
#[derive(Default)]
pub struct Peers {
    /// Ends the use of MPI when dropped.
    #[cfg(feature = "mpi")]
    universe: Option<mpi::environment::Universe>,
}

/// What the launchers of OpenMPI, MPICH and Slurm leave in the environment of a process.
#[cfg(feature = "mpi")]
const LAUNCHED: [&str; 3] = ["OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"];

impl std::fmt::Debug for Peers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Peers({} of {})", self.rank(), self.count())
    }
}

impl Peers {
    /// Meets the processes that `mpirun` has started together.
    #[cfg(feature = "mpi")]
    pub fn meet() -> Self {
        // Starting MPI takes time, files and space that a single process may not have.
        let launched = LAUNCHED.iter().any(|name| std::env::var_os(name).is_some());
        let start = || mpi::initialize_with_threading(mpi::Threading::Funneled);
        let universe = launched.then(start).flatten();
        Self {
            universe: universe.map(|(universe, _)| universe),
        }
    }

    /// There is no other process.
    #[cfg(not(feature = "mpi"))]
    pub fn meet() -> Self {
        Self::default()
    }

    /// This process's number, from 0.
    pub fn rank(&self) -> usize {
        self.places().0
    }

    /// Number of processes.
    pub fn count(&self) -> usize {
        self.places().1
    }

    /// Whether this is the process that reads, writes and evaluates.
    pub fn is_first(&self) -> bool {
        self.rank() == 0
    }

    /// Whether the first process says so.
    pub fn agree(&self, said: bool) -> bool {
        let mut word = [u64::from(said)];
        self.follow(&mut word);
        word[0] != 0
    }

    /// Replaces numbers by their means over all processes.
    pub fn average(&self, numbers: &mut [f32]) {
        self.sum(numbers);
        let count = self.count() as f32;
        numbers.iter_mut().for_each(|x| *x /= count);
    }

    /// Copies the first process's numbers to all.
    pub fn copy(&self, floats: &mut [f32], numbers: &mut [u64]) {
        self.follow(numbers);
        self.follow(floats);
    }
}

#[cfg(feature = "mpi")]
impl Peers {
    fn places(&self) -> (usize, usize) {
        use mpi::topology::Communicator;
        self.universe.as_ref().map_or((0, 1), |universe| {
            let world = universe.world();
            (world.rank() as usize, world.size() as usize)
        })
    }

    fn follow<T: mpi::traits::Equivalence>(&self, numbers: &mut [T]) {
        use mpi::traits::{Communicator, Root};
        if let Some(universe) = &self.universe {
            universe.world().process_at_rank(0).broadcast_into(numbers);
        }
    }

    fn sum(&self, numbers: &mut [f32]) {
        use mpi::collective::SystemOperation;
        use mpi::traits::CommunicatorCollectives;
        if let Some(universe) = &self.universe {
            let mine = numbers.to_vec();
            let sum = SystemOperation::sum();
            universe.world().all_reduce_into(&mine[..], numbers, sum);
        }
    }
}

#[cfg(not(feature = "mpi"))]
impl Peers {
    fn places(&self) -> (usize, usize) {
        (0, 1)
    }

    fn follow<T>(&self, _numbers: &mut [T]) {}

    fn sum(&self, _numbers: &mut [f32]) {}
}

/// Ends all processes of this run when one cannot go on, from any thread: the others would wait for it.
pub fn give_up() {
    #[cfg(feature = "mpi")]
    if mpi::environment::is_initialized() {
        use mpi::topology::{Communicator, SimpleCommunicator};
        let world = SimpleCommunicator::world();
        if world.size() > 1 {
            world.abort(1);
        }
    }
}
