/**
 * Tooltips of buttons and links that show an icon alone: their accessible name, for pointer and keyboard. One listener for
 * the whole app; no button has to ask for its tooltip. Touch screens have none, so nothing is said only here.
 *
 * Opens 700 ms after the pointer came, or at once within 300 ms of the last one and on keyboard focus. Stays while the
 * pointer is on the button or on the tooltip; Escape, a press or leaving closes it (WCAG 1.4.13).
 */
import { useEffect } from 'react';

const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;
/** CSS pixels between button and tooltip, and to the screen's edge. */
const GAP = 6;
const EDGE = 8;

let tip: HTMLElement | null = null;
let owner: Element | null = null;
/** The last key was Tab. */
let isTabbing = false;
let closedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Draws nothing of its own; once per app. */
export function IconTooltips(): null {
  useEffect(listen, []);
  return null;
}

/** @returns ends them */
function listen(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('pointerover', onPointer, { signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('focusout', close, { signal });
  document.addEventListener('pointerdown', onPress, { signal });
  document.addEventListener('scroll', close, { signal, capture: true, passive: true });
  document.addEventListener('keydown', onKey, { signal, capture: true });
  return () => {
    controller.abort();
    close();
  };
}

function onPointer(event: PointerEvent): void {
  if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return;
  if (tip?.contains(event.target) === true) return;
  const button = iconButton(event.target);
  if (button === owner) return;
  close();
  if (button === null) return;
  owner = button;
  const wait = performance.now() - closedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS;
  timer = setTimeout(() => open(button), wait);
}

function onFocus({ target }: FocusEvent): void {
  // Where the page itself moved the focus, as a dialog does that opens, nobody asked what the button is.
  if (!isTabbing || !(target instanceof Element)) return;
  const button = iconButton(target);
  if (button === null || button !== target) return;
  close();
  owner = button;
  open(button);
}

function onPress(): void {
  isTabbing = false;
  close();
}

function onKey({ key }: KeyboardEvent): void {
  isTabbing = key === 'Tab';
  if (key === 'Escape') close();
}

/** The button or link around an element, if it has a name and shows no words. */
function iconButton(target: Element): Element | null {
  const button = target.closest('button[aria-label], a[aria-label]');
  return button === null || button.querySelector('svg') === null || showsWords(button) ? null : button;
}

function showsWords(element: Element): boolean {
  return [...element.childNodes].some((node) => {
    if (node instanceof Text) return node.data.trim() !== '';
    if (!(node instanceof HTMLElement) || node.ariaHidden === 'true') return false;
    return node.offsetWidth > 1 && showsWords(node);
  });
}

function open(button: Element): void {
  const text = button.getAttribute('data-tooltip') ?? button.getAttribute('aria-label') ?? '';
  if (!button.isConnected || text === '') return;
  tip = document.createElement('div');
  // The name is read with the button already.
  tip.ariaHidden = 'true';
  tip.className = 'icon-tooltip';
  tip.textContent = text;
  // A modal dialog makes what is outside of it inert.
  (button.closest('dialog') ?? document.body).append(tip);
  place(tip, button.getBoundingClientRect());
}

/** Above the button, or below where there is no room. */
function place(element: HTMLElement, box: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height, style } = element;
  const { clientWidth } = document.documentElement;
  const middle = box.left + (box.width - width) / 2;
  const above = box.top - GAP - height;
  style.left = `${Math.max(EDGE, Math.min(middle, clientWidth - EDGE - width))}px`;
  style.top = `${above >= EDGE ? above : box.bottom + GAP}px`;
}

function close(): void {
  clearTimeout(timer);
  owner = null;
  if (tip === null) return;
  tip.remove();
  tip = null;
  closedAt = performance.now();
}
