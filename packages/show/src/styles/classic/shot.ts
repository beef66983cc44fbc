/** Classic's camera: a slow walk around the drum, closer as the running narrows, down to the tray, aside for the cards. */
import { mixRects } from '../../engine/camera.ts';
import type { Shot } from '../../engine/camera.ts';
import { mix, sinTurns, smooth, smoother } from '../../engine/curves.ts';
import { AT } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import { freeRect } from '../../free-rect.ts';
import { revealLayout } from '../../winners/layout.ts';
import type { View } from '../../world.ts';

export function classicShot({ t }: Moment, size: View, places: number): Shot {
  const arrive = smoother(t, 0, AT.warmup + 1.5);
  const close = smoother(t, AT.slowdown + 0.5, AT.pause + 0.4) * (1 - smoother(t, AT.runup, AT.runup + 1.4));
  const down = smoother(t, AT.runup, AT.runup + 1.3);
  const aside = smoother(t, AT.reveal - 0.9, AT.reveal + 0.5);
  const walk =
    sinTurns((t - AT.warmup) / 26) * smooth(t, AT.warmup, AT.main) * (1 - smoother(t, AT.slowdown, AT.pause));
  const yaw = mix(-0.5, 0.26, arrive) + 0.2 * walk;
  const high = mix(mix(0.42, 0.15, arrive), 0.24, down);
  const wide = mix(mix(2.75, 2.5, arrive), 2.05, close);
  const tall = mix(mix(3.75, 3.5, arrive), 2.2, close);
  const layout = revealLayout(size, places);
  return {
    target: [0, mix(mix(-0.36, -0.6, close), -0.4, down), mix(0, 0.15, down)],
    from: [yaw, high, 1],
    extent: { width: mix(wide, 2.75, aside), height: mix(tall, mix(3.3, 3.5, aside), down) },
    rect: mixRects(freeRect(t, size, 0.025), layout.stage, aside),
  };
}
