/**
 * The chat window's size: 480 × 600, from 320 × 400 to 600 × 80 % of the page; fixed on narrow screens. Its corner resizes it by
 * pointer, or with the arrow keys.
 */
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { readStored, writeStored } from '../storage/stored-text.ts';

interface WindowSize {
  width: number;
  height: number;
}

const KEY = 'chat-size';
const DEFAULT: WindowSize = { width: 480, height: 600 };
const MIN: WindowSize = { width: 320, height: 400 };
const MAX_WIDTH = 600;
const MAX_HEIGHT_SHARE = 0.8;
const NARROW_BELOW = 640;

function fitting({ width, height }: WindowSize): WindowSize {
  if (window.innerWidth < NARROW_BELOW) {
    return { width: window.innerWidth, height: Math.round(window.innerHeight * MAX_HEIGHT_SHARE) };
  }
  const highest = Math.max(MIN.height, Math.round(window.innerHeight * MAX_HEIGHT_SHARE));
  return {
    width: Math.round(Math.min(MAX_WIDTH, Math.max(MIN.width, width))),
    height: Math.round(Math.min(highest, Math.max(MIN.height, height))),
  };
}

function stored(): WindowSize {
  const [, width, height] = /^(\d{3,4}) (\d{3,4})$/.exec(readStored(KEY) ?? '') ?? [];
  return width === undefined ? DEFAULT : { width: Number(width), height: Number(height) };
}

export function useWindowSize() {
  const [wanted, setWanted] = useState(stored);
  const [size, setSize] = useState(() => fitting(wanted));
  useEffect(() => {
    const fit = (): void => setSize(fitting(wanted));
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [wanted]);
  const resize = useCallback((next: WindowSize): void => {
    const fit = fitting(next);
    setWanted(fit);
    writeStored(KEY, `${fit.width} ${fit.height}`);
  }, []);
  return { size, resize };
}

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
    // The window is fixed to the lower right corner: it grows to the left and upwards.
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
