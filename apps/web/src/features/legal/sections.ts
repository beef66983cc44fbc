/** One numbered section of a legal text; its words are in the message catalogue. */
export interface LegalSection {
  title: () => string;
  text: () => string;
}
