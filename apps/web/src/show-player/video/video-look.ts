/** Colours and fonts of a video: those of the page in its present theme. */

export interface VideoLook {
  paper: string;
  ink: string;
  inkSoft: string;
  line: string;
  brand: string;
  ticket: string;
  ticketInk: string;
  ticketSoft: string;
  ticketPrint: string;
  /** CSS font families. */
  display: string;
  text: string;
}

const SYSTEM = 'ui-sans-serif, system-ui, sans-serif';

export function videoLook(): VideoLook {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string): string => tokens.getPropertyValue(`--${name}`).trim();
  return {
    paper: token('paper'),
    ink: token('ink'),
    inkSoft: token('ink-soft'),
    line: token('line'),
    brand: token('brand'),
    ticket: token('ticket'),
    ticketInk: token('ticket-ink'),
    ticketSoft: token('ticket-soft'),
    ticketPrint: token('ticket-print'),
    display: `'Bricolage Grotesque', ${SYSTEM}`,
    text: `'Source Sans 3', ${SYSTEM}`,
  };
}

/** Labels are painted at once: the faces with the letters of these texts are loaded before. */
export async function loadVideoFonts({ display, text }: VideoLook, texts: string): Promise<void> {
  const faces = [`800 40px ${display}`, `760 40px ${display}`, `600 40px ${text}`];
  await Promise.allSettled(faces.map((face) => document.fonts.load(face, texts)));
}
