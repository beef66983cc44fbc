/** Scrolls just as far as needed; at once for visitors who asked for calm. */
export function bringIntoView(element: Element): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
}
