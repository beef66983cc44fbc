/** Invented people for the viewer; the same list every time. */
import type { Entrant } from '../src/index.ts';

const FIRST =
  'Amara Björn Chidi Daniela Emre Fatima Giulia Hiroshi Ines Jamal Katarzyna Linh Mateo Nadia Olu Priya Quentin Rosa Sven Tala Umut Valentina Wei Xiomara Yusuf Zofia'.split(
    ' ',
  );
const LAST =
  'Okafor Lindqvist Moreau Rossi Yılmaz Haddad Tanaka Silva Brown Nowak Nguyen García Petrov Adeyemi Sharma Dubois Jiménez Berg Santos Kaya Conti Zhang Reyes Demir Kowalska Ó Briain'.split(
    ' ',
  );

export function inventedEntrants(count: number): Entrant[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: `${FIRST[(index * 7) % FIRST.length]} ${LAST[(index * 11 + Math.floor(index / 26)) % LAST.length]}`,
  }));
}
