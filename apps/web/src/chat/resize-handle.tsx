/** The corner by which the chat window is made larger or smaller: by pointer, or with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { m } from '../messages/generated/messages.js';
import type { WindowSize } from './use-window-size.ts';

const STEP = 20;
const STEPS: Record<string, WindowSize> = {
  ArrowLeft: { width: STEP, height: 0 },
  ArrowRight: { width: -STEP, height: 0 },
  ArrowUp: { width: 0, height: STEP },
  ArrowDown: { width: 0, height: -STEP },
};

interface ResizeHandleProps {
  size: WindowSize;
  onResize: (size: WindowSize) => void;
}

export function ResizeHandle({ size, onResize }: ResizeHandleProps) {
  const start = useRef<{ x: number; y: number; size: WindowSize } | null>(null);
  const move = (event: PointerEvent): void => {
    const from = start.current;
    if (from === null) return;
    // The window hangs in the lower right corner: it grows to the left and upwards.
    onResize({
      width: from.size.width + from.x - event.clientX,
      height: from.size.height + from.y - event.clientY,
    });
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onResize({ width: size.width + step.width, height: size.height + step.height });
  };
  return (
    <button
      type="button"
      aria-label={m.chat_resize()}
      title={m.chat_resize_hint()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY, size };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={press}
      className="absolute top-0 left-0 z-10 hidden size-6 cursor-nwse-resize touch-none rounded-tl-3xl sm:block"
    >
      <svg viewBox="0 0 24 24" aria-hidden className="size-full text-line-strong">
        <path d="M8 16 16 8M8 11l3-3" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    </button>
  );
}
