/** How menus that open from a button are dressed; items 44 px high at least. */

export const MENU = 'z-30 min-w-56 animate-appear rounded-2xl border border-line bg-card p-1.5 shadow-high';

export const MENU_ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 font-semibold -outline-offset-2 data-highlighted:bg-sunken';
