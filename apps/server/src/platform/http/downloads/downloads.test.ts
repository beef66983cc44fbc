/** Files that hosts export (M1): entries and personal links, small and large, with names that would be formulas. */
import { Writable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { join, openRaffle, type Person, signUp } from '../../../../test/support/people.ts';
import { csvPieces } from './csv.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;
  beforeAll(async () => {
    app = await makeApp();
    host = await signUp(app);
  });

  const entriesOf = (id: string, format: string) =>
    app.http.inject({
      url: `/api/raffles/${id}/participants/export?format=${format}`,
      headers: host.headers,
    });

  it('M1 entries as CSV and XLSX: every name is a text, none a formula', async () => {
    const { id, public_link: link } = await openRaffle(host);
    const names = ['Ada, Countess', '=1+1', '+49 170', '-5', '@SUM(A1)', 'Say "hi"', 'Ωμέγα'];
    for (const name of names) await join(app, link, name);
    const csv = await entriesOf(id, 'csv');
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="raffle-${id}-entries.csv"`,
      'cache-control': 'no-store',
    });
    const lines = csv.rawPayload.toString('utf8').split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFEntry #,Name,Email,Joined,Tickets,State,Groups,Checked in,Absent,Name shown',
    );
    const joined = new Date(app.clock.now()).toISOString();
    expect(lines.slice(1)).toEqual([
      `1,"Ada, Countess",,${joined},1,in,,,,full`,
      `2,'=1+1,,${joined},1,in,,,,full`,
      `3,'+49 170,,${joined},1,in,,,,full`,
      `4,'-5,,${joined},1,in,,,,full`,
      `5,'@SUM(A1),,${joined},1,in,,,,full`,
      `6,"Say ""hi""",,${joined},1,in,,,,full`,
      `7,Ωμέγα,,${joined},1,in,,,,full`,
      '',
    ]);
    const xlsx = await entriesOf(id, 'xlsx');
    expect(xlsx.headers['content-disposition']).toBe(`attachment; filename="raffle-${id}-entries.xlsx"`);
    const parts = unzipSync(xlsx.rawPayload);
    const text = Object.values(parts)
      .map((part) => strFromU8(part))
      .join('\n');
    for (const name of ['Ada, Countess', '&apos;=1+1', 'Ωμέγα']) {
      expect(text.replaceAll("'=", '&apos;=')).toContain(name);
    }
    expect(text).not.toMatch(/<f[ >]/);
    expect((await entriesOf(id, 'pdf')).statusCode).toBe(400);
  });

  it('M1 personal links as CSV, in the order of the list', async () => {
    const { id } = await openRaffle(host);
    const added = await host.post<{ invitees: { invitee_id: string; url: string }[] }>(
      `/api/raffles/${id}/invites`,
      {
        invitees: 'Ada,ada@example.org\n"=cmd|x"\nBob',
      },
    );
    const [ada, cmd, bob] = added.body.invitees;
    await host.post(`/api/raffles/${id}/invites/${bob?.invitee_id}/revoke`);
    const { text } = await host.get(`/api/raffles/${id}/invites/export`);
    expect(text.split('\r\n')).toEqual([
      '\uFEFFName,Email,State,Personal link,Joined,Notes',
      `Ada,ada@example.org,invited,${ada?.url},,`,
      `'=cmd|x,,invited,${cmd?.url},,`,
      'Bob,,revoked,,,',
      '',
    ]);
  });

  it('R22 lists of several batches come whole and in order', async () => {
    const { id } = await openRaffle(host);
    const people = Array.from({ length: 3_000 }, (_, i) => `Person ${i + 1}`);
    expect((await host.post(`/api/raffles/${id}/invites`, { invitees: people.join('\n') })).status).toBe(200);
    const { query } = app.parts.database;
    const invitees = await query
      .selectFrom('invitees')
      .select(['id', 'display_name', 'list_number'])
      .where('raffle_id', '=', id)
      .orderBy('list_number')
      .execute();
    const entries = invitees.map((invitee, i) => ({
      raffle_id: id,
      entry_number: i + 1,
      invitee_id: invitee.id,
      display_name: invitee.display_name,
      email: null,
      email_fold: null,
      tickets: 1,
      salt: null,
      name_commit: '0'.repeat(64),
      joined_at: 0,
      receipt_issued_at_s: 0,
    }));
    for (let i = 0; i < entries.length; i += 1000) {
      await query
        .insertInto('participations')
        .values(entries.slice(i, i + 1000))
        .execute();
    }
    const numbered = (text: string, column: number): string[] =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[column] ?? '');
    expect(numbered((await entriesOf(id, 'csv')).rawPayload.toString('utf8'), 1)).toEqual(people);
    expect(numbered((await host.get(`/api/raffles/${id}/invites/export`)).text, 0)).toEqual(people);
    const xlsx = await entriesOf(id, 'xlsx');
    const sheet = unzipSync(xlsx.rawPayload)['xl/worksheets/sheet1.xml'];
    expect(strFromU8(sheet ?? new Uint8Array()).match(/<row /g)).toHaveLength(3_001);
  });
});

it('M1 no cell begins with what a spreadsheet would run', async () => {
  const cells = ['=a', '+a', '-a', '@a', '\ta', '\ra', 'a=', "'a"];
  let text = '';
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      text += piece.toString('utf8');
      done();
    },
  });
  for await (const piece of csvPieces(['Cell'], [cells.map((cell) => [cell])])) sink.write(piece);
  expect(text).toBe(`\uFEFFCell\r\n'=a\r\n'+a\r\n'-a\r\n'@a\r\n'\ta\r\n"'\ra"\r\na=\r\n'a\r\n`);
});
