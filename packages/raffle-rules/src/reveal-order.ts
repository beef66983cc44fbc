/** In which order the show reveals prizes (R65). Presentation only: the draw goes by the plan's order. */

/** grand_last: the first prize of the list comes last; list: as listed. */
export const revealOrders = ['grand_last', 'list'] as const;
export type RevealOrder = (typeof revealOrders)[number];

/** Numbers of the prizes, from 1, in the order in which they are shown. */
export function revealSequence(prizes: number, order: RevealOrder): number[] {
  const listed = Array.from({ length: prizes }, (_, index) => index + 1);
  return order === 'list' ? listed : listed.toReversed();
}
