/** What may be a name, by the server's knowledge of look-alikes (R9, R25, H14). */
import { describe, expect, test } from 'vitest';
import { withoutInvisible } from './invisible.ts';
import { acceptDisplayName, acceptHostName } from './names.ts';
import { unicodeLookAlikes as lookAlikes } from './unicode-looks.ts';

const answer = (name: string, hostName?: string): string => {
  const decision = acceptDisplayName(name, { hostName, lookAlikes });
  return decision.ok ? decision.value : decision.refusal;
};

describe('names that could be taken for the product or its host', () => {
  test.each([
    'Нⲟѕt',
    'Hⲟst',
    'ᕼost',
    'Syst℮m',
    'Host (official)',
    'SYSTEM',
    'Hóst',
    '𝕳𝖔𝖘𝖙',
    '🄷🄾🅂🅃',
    'Ｈｏｓｔ',
    'The Host',
    'Host2',
    'HostTeam',
    'HOSTteam',
    'Anna (host)',
    "D'Host",
    'Your host, Anna',
    'H o s t',
    'Anna H.o.s.t',
    'Ho-st',
    'H0$t',
    'Hos†',
    'systern',
    'Sys_tem',
    '5Y5TEM',
    'Operatοr',
    'Raffle 0perator',
    'Moderator Bob',
    'Admln',
    'Administrator',
    'Team Glassdrum',
    'Organiser',
  ])('H14: %s is refused', (name) => {
    expect(answer(name)).toBe('name_reserved');
  });

  test.each([
    'Ghost',
    'Hostettler',
    'Hosting Team',
    'Ho Stefan',
    'Anna Ho St. Clair',
    'Admiral',
    'Adam in',
    'Systematic',
    "O'Brien",
    'Łukasz',
    'Nguyễn Văn Ân',
    'Sørensen',
    'Müller-Lüdenscheidt',
    'J. R. R. Tolkien',
    'İbrahim',
    'Анна Смирнова',
    'Анна Smith',
    'Νίκος',
    'محمد',
    'علی‌رضا',
    'דוד כהן',
    '山田太郎',
    '山田Taro',
    '김철수',
    '王小明',
    'ที่รัก',
    'རྒྱུ',
    'ကြွေး',
    'ශ්‍රී',
    'श्रीकांत',
    '葛󠄀城',
    'ነብዩ',
    'ᏣᎳᎩ',
    'Anna 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'Max 👨‍👩‍👧',
  ])('H14: %s is a valid name', (name) => {
    expect(answer(name)).toBe(name.normalize('NFC'));
  });

  test.each([
    ['Anna', 'Anna', 'name_reserved'],
    ['Аnnа', 'Anna', 'name_reserved'],
    ['Anna Larsen', 'Anna', 'Anna Larsen'],
    ['anna  berg', 'Anna Berg', 'name_reserved'],
    ['Anna Berg (official)', 'Anna Berg', 'name_reserved'],
    ['Аnna Веrg', 'Anna Berg', 'name_reserved'],
    ['Joanna Berg', 'Anna Berg', 'Joanna Berg'],
    ['Anna Bergmann', 'Anna Berg', 'Anna Bergmann'],
    ['ИРИНА', 'Ирина', 'name_reserved'],
    ['★★', '★★', 'name_reserved'],
    ['★', '★★', '★'],
  ])('H14: %s beside the host %s: %s', (name, hostName, expected) => {
    expect(answer(name, hostName)).toBe(expected);
  });

  test('H14: a host may be called host, and neither system nor operator', () => {
    const host = (name: string) => acceptHostName(name, { lookAlikes }).ok;
    expect(['Hanna Host', 'Oscar Ορerator', 'System'].map(host)).toEqual([true, false, false]);
  });
});

describe('how a name is written', () => {
  test('H14: two marks on a letter, or four of a script that needs them, are a name; more are not', () => {
    const marked = (count: number) => answer(`Jx${'\u0301'.repeat(count)}`);
    expect([marked(2), marked(3), marked(98)]).toEqual([
      'Jx\u0301\u0301',
      'name_too_many_marks',
      'name_too_many_marks',
    ]);
    const stacked = (count: number) => answer(`ก${'\u0e48'.repeat(count)}`);
    expect([stacked(4), stacked(5)]).toEqual([`ก${'\u0e48'.repeat(4)}`, 'name_too_many_marks']);
  });

  test.each(['Annа', 'Αnna', 'Bеrnd', 'Иvan', 'Tоm Smith', 'AnᎳ'])(
    'H14: %s mixes alphabets in one word',
    (name) => {
      expect(answer(name)).toBe('name_mixed_scripts');
    },
  );

  test.each([
    'Ada\u200bL',
    'Ada\u202egnp',
    'Ada\u200d',
    'A\u200cnna',
    'a\u0007',
    '\u3164x',
    '\u2800x',
    'A\ufe0f',
  ])('R25, H14: %j contains invisible characters', (name) => {
    expect(answer(name)).toBe('name_forbidden_characters');
  });
});

test('H14: invisible characters are removed from a line, except joiners that change what is shown', () => {
  expect(withoutInvisible('\u202eevil\u202c \u200bzero\u2060\ufeff \u0007bell \u2066x\u2069 a\u00adb')).toBe(
    'evil zero bell x ab',
  );
  expect(withoutInvisible('a\nb\tc')).toBe('a b c');
  expect(withoutInvisible('a\u200db \u200c c\ufe0f')).toBe('ab  c');
  for (const text of ['علی‌رضا', 'ශ්‍රී', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', '葛󠄀', '🇩🇪', 'ᠠ᠋']) {
    expect(withoutInvisible(`so ${text} it is`)).toBe(`so ${text} it is`);
  }
});
