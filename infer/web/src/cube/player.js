// A puzzle in three dimensions: cubing.js's player, driven by the page's own buttons.
import { TwistyPlayer } from 'cubing/twisty';

const FORWARDS = 1;
const BACKWARDS = -1;

const drawable = () => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
};

/** The player of a puzzle by cubing.js's name; `told(index, playing)` hears where it is. */
export const player = (puzzle, told) => {
  const root = new TwistyPlayer({
    puzzle,
    visualization: drawable() ? '3D' : '2D',
    background: 'none',
    controlPanel: 'none',
    hintFacelets: 'none',
    viewerLink: 'none',
    experimentalDragInput: 'auto',
  });
  const model = root.experimentalModel;
  const animation = root.controller.animationController;
  let length = 0;
  const tell = async () => {
    const { timestamp, atEnd } = await model.detailedTimelineInfo.get();
    const { playing } = await model.playingInfo.get();
    // Where two moves meet the indexer still names the first.
    const index = atEnd ? length : (await model.indexer.get()).timestampToIndex(timestamp + 1);
    told(index, playing);
  };
  model.detailedTimelineInfo.addFreshListener(tell);
  model.playingInfo.addFreshListener(tell);
  return {
    root,
    model,
    /** Shows the state that `start`, a transformation of the solved puzzle, is. */
    begin(start) {
      length = 0;
      root.alg = '';
      model.setupTransformation.set(start);
    },
    set(moves) {
      length = moves.length;
      root.alg = moves.join(' ');
      root.jumpToStart();
    },
    async goto(index) {
      root.pause();
      if (index >= length) return root.jumpToEnd();
      const indexer = await model.indexer.get();
      return model.timestampRequest.set(indexer.indexToMoveStartTimestamp(index));
    },
    step(by) {
      const direction = by > 0 ? FORWARDS : BACKWARDS;
      animation.play({ direction, untilBoundary: 'move', autoSkipToOtherEndIfStartingAtBoundary: false });
    },
    toggle: () => root.togglePlay(),
    pause: () => root.pause(),
    speed(times) {
      // A turn takes half a second, where cubing.js takes a second.
      root.tempoScale = 2 * times;
    },
  };
};
