/** The five styles in words: a name, what is seen, and whom it suits. */
import type { AnimationStyle } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';

interface StyleTexts {
  style: AnimationStyle;
  name: () => string;
  /** In a list to choose from. */
  option: () => string;
  text: () => string;
}

export const STYLES: readonly StyleTexts[] = [
  {
    style: 'classic',
    name: m.draw_style_classic,
    option: m.console_style_classic,
    text: m.console_style_classic_text,
  },
  {
    style: 'casino',
    name: m.draw_style_casino,
    option: m.console_style_casino,
    text: m.console_style_casino_text,
  },
  {
    style: 'cosmic',
    name: m.draw_style_cosmic,
    option: m.console_style_cosmic,
    text: m.console_style_cosmic_text,
  },
  { style: 'neon', name: m.draw_style_neon, option: m.console_style_neon, text: m.console_style_neon_text },
  {
    style: 'fireworks',
    name: m.draw_style_fireworks,
    option: m.console_style_fireworks,
    text: m.console_style_fireworks_text,
  },
];
