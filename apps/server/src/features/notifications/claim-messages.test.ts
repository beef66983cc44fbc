/** R75: everyone whom a claim concerns is told by email and notification: won, reminded, moved up, lost. */
import type { ErrorBody, MessagesPage, OwnClaimsAnswer, ResultsAnswer } from '@glassdrum/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawNext, openEvening, type Evening } from '../../../test/support/evening.ts';
import { mailbox } from '../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, type Person, person, signInAgain, signUp } from '../../../test/support/people.ts';
import { ANY_DESTINATION, startPushService, type TestDevice } from '../../../test/support/push-service.ts';
import { settled } from './test/outbox.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_S = 86_400;
const TEN_MINUTES = 600;
const PUBLIC_URL = 'https://raffles.example.org';

interface Guest extends Person {
  entry: number;
  email: string;
  device: TestDevice;
}

forEachDatabase((makeApp, kind) => {
  /** A drawn raffle of four with one prize; everybody has an address and a device. */
  async function scene(claimWindow: number | null) {
    const service = await startPushService();
    onTestFinished(() => service.close());
    const box = mailbox();
    const options = { env: { PUBLIC_URL }, mailer: box, pushEndpoints: ANY_DESTINATION };
    const app = await makeApp(options);
    const host = await signUp(app);
    const evening = await openEvening({ app, host }, [{ name: 'Basket', claim_window: claimWindow }]);
    const guests: Guest[] = [];
    for (const name of ['ada', 'bo', 'cy', 'di']) guests.push(await enter(evening, name, service.device()));
    const results = await drawNext(evening);
    const guestOf = (entry: number | undefined): Guest => {
      const found = guests.find((guest) => guest.entry === entry);
      if (found === undefined) throw new Error(`Nobody is number ${entry}.`);
      return found;
    };
    const subjectsTo = ({ email }: Guest): string[] =>
      box.messages
        .filter(({ to, subject }) => to === email && !/^(You are in|The draw starts)/.test(subject))
        .map(({ subject }) => subject);
    const lastTo = ({ email }: Guest): string => box.messages.findLast(({ to }) => to === email)?.text ?? '';
    const titlesOf = ({ device }: Guest): string[] =>
      device
        .notices()
        .map(({ payload }) => payload.title)
        .filter((title) => title !== 'The draw is starting');
    const winner = guestOf(results.winners[0]?.entry_number);
    await settled(app);
    return { ...evening, options, box, guests, results, winner, guestOf, subjectsTo, lastTo, titlesOf };
  }

  async function enter({ app, id, link }: Evening, name: string, device: TestDevice): Promise<Guest> {
    const email = `${name}@example.org`;
    const joined = await person(app).post<{ participant_token: string; entry_number: number }>(
      '/api/join/public',
      { public_link: link, display_name: name, email },
    );
    const guest = person(app, { authorization: `Bearer ${joined.body.participant_token}` });
    await guest.post(`/api/raffles/${id}/me/push`, device.subscription);
    return { ...guest, entry: joined.body.entry_number, email, device };
  }

  const claim = (who: Guest, id: string) =>
    who.post<OwnClaimsAnswer & ErrorBody>(`/api/raffles/${id}/me/claims`, {
      prize: 1,
      entry_number: who.entry,
    });

  const resultsOf = async (app: TestApp, id: string): Promise<ResultsAnswer> =>
    (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;

  /** Forward, and until everything that is due by then was sent. */
  async function wait(app: TestApp, ms: number): Promise<void> {
    await app.clock.advance(ms);
    await settled(app);
    await eventually(app, 'no job is due', async () => {
      const due = await app.parts.database.query
        .selectFrom('jobs')
        .select('key')
        .where('kind', 'in', ['lapse', 'claim-reminder'])
        .where((is) => is.or([is('state', '=', 'running'), is('due_at', '<=', app.clock.now())]))
        .execute();
      return due.length === 0;
    });
    await eventually(app, 'everybody who lost a prize has a message', async () => {
      const untold = await app.parts.database.query
        .selectFrom('passed_over as o')
        .innerJoin('draws as d', 'd.id', 'o.draw_id')
        .innerJoin('participations as p', (join) =>
          join.onRef('p.raffle_id', '=', 'd.raffle_id').onRef('p.entry_number', '=', 'o.from_entry_number'),
        )
        .select('p.invitee_id')
        .where('o.reason', '=', 'unclaimed')
        .where('p.email', 'is not', null)
        .where('p.invitee_id', 'not in', (told) =>
          // What goes to devices is the last to be written.
          told
            .selectFrom('outbox')
            .select('invitee_id')
            .where('occasion', '=', 'lapsed')
            .where('channel', '=', 'push'),
        )
        .execute();
      return untold.length === 0;
    });
    await settled(app);
  }

  describe('R75 who holds a prize', () => {
    it('R75 reads until when to claim it, is reminded once half way, and told when it is lost; so is who moved up', async () => {
      const { app, id, winner, guestOf, subjectsTo, lastTo, titlesOf } = await scene(DAY_S);
      expect(subjectsTo(winner)).toEqual(['You won Basket: “Gala”']);
      expect(lastTo(winner)).toMatch(/Please claim your prize on your page before .+ UTC\./);
      expect(lastTo(winner)).toContain(`Claim your prize:\n${PUBLIC_URL}/results/${id}`);
      expect(titlesOf(winner)).toEqual(['You won!']);
      expect(winner.device.notices().at(-1)?.payload.body).toMatch(/Claim it within (23|24) hours\.$/);

      await wait(app, 12 * HOUR_MS - 2 * MINUTE_MS);
      expect(subjectsTo(winner)).toHaveLength(1);
      await wait(app, 3 * MINUTE_MS);
      expect(subjectsTo(winner)).toEqual(['You won Basket: “Gala”', 'Please claim Basket: “Gala”']);
      expect(titlesOf(winner)).toEqual(['You won!', 'Please claim your prize']);
      expect(winner.device.notices().at(-1)?.payload.body).toMatch(/within (11|12) hours\.$/);
      await wait(app, 11 * HOUR_MS);
      expect(subjectsTo(winner)).toHaveLength(2);

      await wait(app, HOUR_MS);
      const { passed_over: passed } = await eventually(app, 'the lapse', async () => {
        const results = await resultsOf(app, id);
        return results.passed_over.length === 1 && results;
      });
      await settled(app);
      const next = guestOf(passed[0]?.moved_up?.entry_number);
      expect(subjectsTo(winner).at(-1)).toBe('Basket was not claimed in time: “Gala”');
      expect(titlesOf(winner).at(-1)).toBe('Your prize was not claimed in time');
      expect(subjectsTo(next).at(-1)).toBe('You moved up and won Basket: “Gala”');
      expect(lastTo(next)).toMatch(/Please claim your prize on your page before .+ UTC\./);
      expect(titlesOf(next).at(-1)).toBe('You won!');

      // With a window and a reminder of its own.
      await wait(app, 12 * HOUR_MS);
      expect(subjectsTo(next).at(-1)).toBe('Please claim Basket: “Gala”');
      expect(subjectsTo(winner)).toHaveLength(3);
      const tags = winner.device.notices().map(({ payload }) => payload.tag);
      expect(new Set(tags).size).toBe(tags.length);
      const { messages } = (
        await (
          await signInAgain(app)
        ).get<MessagesPage>(`/api/raffles/${id}/messages?occasion=claim_reminder`)
      ).body;
      expect(messages.map(({ channel, state }) => `${channel} ${state}`).toSorted()).toEqual([
        'mail sent',
        'mail sent',
        'push sent',
        'push sent',
      ]);
    });

    it('R75 is not reminded after claiming, and without a window there is nothing to remind of', async () => {
      const claimed = await scene(DAY_S);
      expect((await claim(claimed.winner, claimed.id)).status).toBe(200);
      const free = await scene(null);
      for (const { app, winner, subjectsTo, titlesOf, lastTo } of [claimed, free]) {
        await wait(app, 23 * HOUR_MS);
        expect(subjectsTo(winner)).toEqual(['You won Basket: “Gala”']);
        expect(titlesOf(winner)).toEqual(['You won!']);
        if (app === free.app) expect(lastTo(winner)).not.toContain('claim');
      }
    });

    it('R75 of a window of minutes is reminded on the device alone', async () => {
      const { app, winner, subjectsTo, titlesOf } = await scene(TEN_MINUTES);
      expect(winner.device.notices().at(-1)?.payload.body).toMatch(/Claim it within (9|10) minutes\.$/);
      await wait(app, 6 * MINUTE_MS);
      expect(titlesOf(winner)).toEqual(['You won!', 'Please claim your prize']);
      expect(subjectsTo(winner)).toEqual(['You won Basket: “Gala”']);
      await wait(app, 5 * MINUTE_MS);
      expect(subjectsTo(winner).at(-1)).toBe('Basket was not claimed in time: “Gala”');
    });

    it('R75 an extension moves a reminder that was not sent, and sends no second one', async () => {
      const extend = async ({ app, id, winner }: Awaited<ReturnType<typeof scene>>): Promise<void> => {
        const body = { prize: 1, entry_number: winner.entry, seconds: 2 * DAY_S };
        const answer = await (await signInAgain(app)).post(`/api/raffles/${id}/claims/extend`, body);
        expect(answer.status).toBe(200);
      };
      const early = await scene(DAY_S);
      await extend(early);
      await wait(early.app, 35 * HOUR_MS);
      expect(early.titlesOf(early.winner)).toEqual(['You won!']);
      await wait(early.app, 2 * HOUR_MS);
      expect(early.titlesOf(early.winner)).toEqual(['You won!', 'Please claim your prize']);

      const late = await scene(DAY_S);
      await wait(late.app, 13 * HOUR_MS);
      await extend(late);
      await wait(late.app, 36 * HOUR_MS);
      expect(late.subjectsTo(late.winner)).toEqual(['You won Basket: “Gala”', 'Please claim Basket: “Gala”']);
      expect(late.titlesOf(late.winner)).toEqual(['You won!', 'Please claim your prize']);
    });

    it('R75 is reminded once after a restart, and by one of two nodes', async () => {
      const { app, options, winner, subjectsTo, titlesOf, box } = await scene(DAY_S);
      const { storage, clock } = app;
      await app.close();
      await clock.jump(13 * HOUR_MS);
      const again = await makeApp({ ...options, storage, clock });
      const second = kind === 'postgres' ? await makeApp({ ...options, storage, clock }) : null;
      await wait(again, 1000);
      if (second !== null) await settled(second);
      expect(subjectsTo(winner)).toEqual(['You won Basket: “Gala”', 'Please claim Basket: “Gala”']);
      expect(titlesOf(winner)).toEqual(['You won!', 'Please claim your prize']);
      expect(box.messages.filter(({ subject }) => subject.startsWith('Please claim'))).toHaveLength(1);
      await again.close();
      await second?.close();
      const third = await makeApp({ ...options, storage, clock });
      await wait(third, HOUR_MS);
      expect(subjectsTo(winner)).toHaveLength(2);
    });

    it('R75 people without address and device are told by the page alone, and cost nobody a message', async () => {
      const box = mailbox();
      const app = await makeApp({ env: { PUBLIC_URL }, mailer: box });
      const host = await signUp(app);
      const { id, link } = await openEvening({ app, host }, [{ name: 'Basket', claim_window: DAY_S }]);
      await person(app).post('/api/join/public', { public_link: link, display_name: 'Ada' });
      await person(app).post('/api/join/public', { public_link: link, display_name: 'Bo' });
      await drawNext({ app, host, id });
      await wait(app, 13 * HOUR_MS);
      await wait(app, 12 * HOUR_MS);
      expect((await resultsOf(app, id)).passed_over).toHaveLength(1);
      expect(box.messages).toEqual([]);
      expect(await app.parts.database.query.selectFrom('outbox').selectAll().execute()).toEqual([]);
    });
  });
});
