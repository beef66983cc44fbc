/** Accepting the rules (R77) over HTTP: by link, by invitation, for those who wait; and what others see of the rules. */
import type { JoinAnswer, ParticipantsAnswer, PublicRaffle, RaffleTerms } from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import { expect, it } from 'vitest';
import { codeOf } from '../../../../test/support/browser.ts';
import { checkProofs } from '../../../../test/support/both-verifiers.ts';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { openRaffle, type Person, person, signUp } from '../../../../test/support/people.ts';
import { enterPeople } from '../test/people-list.ts';
import { invitePerson } from '../test/people.ts';

const TEXT = 'Only for members.\n\nNo cash.';

forEachDatabase((makeApp) => {
  const setUp = async (): Promise<{ app: TestApp; host: Person; id: string; link: string }> => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, { rules_text: TEXT, max_winners: 1 });
    return { app, host, id, link };
  };
  const joinWith = (app: TestApp, link: string, name: string, more: object = {}) =>
    person(app).post<JoinAnswer>('/api/join/public', { public_link: link, display_name: name, ...more });
  const acceptedAt = async (host: Person, id: string): Promise<(number | null)[]> =>
    (await host.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`)).body.participants.map(
      (row) => row.rules_accepted_at,
    );

  it('R77 nobody joins a raffle with rules without accepting them, and when they did is recorded', async () => {
    const { app, host, id, link } = await setUp();
    for (const more of [{}, { rules_accepted: false }]) {
      const refused = await joinWith(app, link, 'Ada', more);
      expect([refused.status, codeOf(refused)]).toEqual([422, 'rules_not_accepted']);
    }
    const { token } = await invitePerson(app, id, { name: 'Ivy' });
    const uninformed = await person(app).post('/api/join', { token });
    expect([uninformed.status, codeOf(uninformed)]).toEqual([422, 'rules_not_accepted']);
    expect(await acceptedAt(host, id)).toEqual([]);

    const now = app.clock.now();
    expect((await joinWith(app, link, 'Ada', { rules_accepted: true })).status).toBe(201);
    expect((await person(app).post('/api/join', { token, rules_accepted: true })).status).toBe(201);
    await enterPeople(host, { id }, [{ name: 'Entered Eve' }]);
    await host.patch(`/api/raffles/${id}/joining`, { approval: true });
    expect(codeOf(await joinWith(app, link, 'Wanda'))).toBe('rules_not_accepted');
    expect((await joinWith(app, link, 'Wanda', { rules_accepted: true })).status).toBe(202);
    await app.clock.advance(60_000);
    await host.post(`/api/raffles/${id}/review/approve`, { all: true });
    expect(await acceptedAt(host, id)).toEqual([now, now, null, now]);

    const plain = await openRaffle(host);
    expect((await joinWith(app, plain.public_link, 'Ada')).status).toBe(201);
    expect(await acceptedAt(host, plain.id)).toEqual([null]);
  });

  it('R77 everyone reads the rules, which the opening and the proof bind; both verifiers notice another text', async () => {
    const { app, host, id, link } = await setUp();
    expect((await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body.has_rules).toBe(true);
    const { draws } = (await person(app).get<RaffleTerms>(`/api/raffles/${id}/terms`)).body;
    expect(draws[0]?.rules?.text).toBe(TEXT);
    const edited = await host.patch(`/api/raffles/${id}`, { rules_text: 'Other rules' });
    expect([edited.status, codeOf(edited)]).toEqual([409, 'raffle_not_draft']);
    const tooLong = await host.post('/api/raffles', { title: 'Long', rules_text: 'x'.repeat(10_001) });
    expect([tooLong.status, tooLong.text]).toEqual([
      400,
      expect.stringContaining('at most 10000 characters'),
    ]);
    await joinWith(app, link, 'Ada', { rules_accepted: true });
    await drawToTheEnd(app, host, id);
    const proof = (await person(app).get<DrawProof>(`/api/raffles/${id}/proof`)).body;
    expect([proof.rules?.text, proof.open.rules_hash]).toEqual([TEXT, draws[0]?.open.rules_hash]);
    const changed = { ...proof, rules: proof.rules && { ...proof.rules, text: `${TEXT} ` } };
    const [right, wrong] = checkProofs(app, [{ proof }, { proof: changed }]);
    expect([right?.ours.fails, right?.python.fails]).toEqual([[], []]);
    expect([wrong?.ours.fails, wrong?.python.fails]).toEqual([['rules'], ['rules']]);
    expect(verifyProof(changed, { chains: [app.testChain.chain] }).verdict).toBe('FAILED');
  });
});
