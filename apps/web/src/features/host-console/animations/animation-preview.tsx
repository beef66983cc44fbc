/**
 * The preview of a style: eight seconds of animation, then the reveal, closing at ten. It plays the end of the
 * show at its true pace, from twenty seconds on: the slow-down, the pause, the run-up.
 */
import { useEffect, useMemo, useState } from 'react';
import type { AnimationStyle } from '@glassdrum/contract';
import { localNow } from '../../../live/server-clock.ts';
import { useDrawMoment } from '../../../live/draw-moment.ts';
import { m } from '../../../messages/generated/messages.js';
import { DrawStage } from '../../../show-player/draw-stage.tsx';
import { inventDraw, inventedName } from './invented-draw.ts';
import { TestScreen } from './test-screen.tsx';

const FROM_MS = 20_000;
const CLOSES_AFTER_MS = 10_000;

interface AnimationPreviewProps {
  style: AnimationStyle;
  onClose: () => void;
}

export function AnimationPreview({ style, onClose }: AnimationPreviewProps) {
  const [startedAt] = useState(localNow);
  const t0 = startedAt - FROM_MS;
  const draw = useMemo(() => inventDraw({ style, winners: 3, t0 }, Math.random), [style, t0]);
  const clock = useMemo(() => ({ t0, beaconAt: t0 }), [t0]);
  const moment = useDrawMoment(clock.t0, clock.beaconAt, localNow);
  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <TestScreen title={m.console_preview_title()} fullScreen={false} onClose={onClose}>
      {(moment?.phase === 'animation' || moment?.phase === 'reveal') && (
        <DrawStage
          title={m.console_preview_title()}
          plan={draw.plan}
          moment={moment}
          clock={clock}
          now={localNow}
          result={moment.phase === 'reveal' ? draw.result : null}
          own={null}
          invented={inventedName}
          live="test"
          stats={{
            participants: draw.plan.total_entries,
            winners: draw.plan.winners,
            watching: null,
            startedAt,
            endedAt: null,
            now: localNow,
          }}
        />
      )}
    </TestScreen>
  );
}
