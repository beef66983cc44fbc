/** Prizes and the groups that can win them, over HTTP (R61–R63, R65). */
import type {
  DrawPreview,
  ErrorBody,
  HostPrizes,
  HostRaffle,
  Invitation,
  InvitesAnswer,
  JoinAnswer,
  OwnEntry,
  PrizeList,
  PrizesBody,
  ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';

type Fields = Partial<PrizesBody['prizes'][number]>;

const picture = async (): Promise<string> => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'tomato' } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
};

forEachDatabase((makeApp) => {
  const prizesOf = async (host: Person, id: string): Promise<HostPrizes> =>
    (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;

  /** Saves these prizes over the ones that are there. */
  async function save(
    host: Person,
    id: string,
    prizes: readonly Fields[],
    more: Partial<PrizesBody> = {},
  ): Promise<{ status: number; body: HostPrizes & ErrorBody }> {
    const { revision } = await prizesOf(host, id);
    const list = prizes.map((prize) => ({ quantity: 1, ...prize }));
    const body = { revision, policy: 'once', reveal_order: 'grand_last', prizes: list, ...more };
    return host.put<HostPrizes & ErrorBody>(`/api/raffles/${id}/prizes`, body);
  }

  const raffleOf = async (host: Person, id: string): Promise<HostRaffle> =>
    (await host.get<HostRaffle>(`/api/raffles/${id}`)).body;

  const listOf = async (app: TestApp, id: string): Promise<PrizeList> =>
    (await person(app).get<PrizeList>(`/api/raffles/${id}/prize-list`)).body;

  const regroup = (host: Person, id: string, body: { people: string[]; add?: string[]; remove?: string[] }) =>
    host.post<{ changed: number } & ErrorBody>(`/api/raffles/${id}/people/groups`, body);

  const ownEntry = async (one: Person, id: string): Promise<OwnEntry> =>
    (await one.get<OwnEntry>(`/api/raffles/${id}/me`)).body;

  async function drawn(app: TestApp, host: Person, id: string): Promise<ResultsAnswer> {
    expect((await host.post(`/api/raffles/${id}/draw`)).status).toBe(200);
    return eventually(
      app,
      'the results',
      async () => {
        const answer = await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`);
        return answer.status === 200 && answer.body;
      },
      500,
    );
  }

  async function verdictOf(app: TestApp, id: string): Promise<string> {
    const { body } = await person(app).get<DrawProof>(`/api/raffles/${id}/proof`);
    return verifyProof(body, { chains: [app.testChain.chain] }).verdict;
  }

  describe('R61 the list', () => {
    it('begins with one unnamed prize, whose quantity is what the form calls winners', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { body: draft } = await host.post<HostRaffle>('/api/raffles', { title: 'Gala', max_winners: 7 });
      expect((await prizesOf(host, draft.id)).prizes).toMatchObject([
        { name: null, quantity: 7, groups: [] },
      ]);
      expect(draft).toMatchObject({ max_winners: 7, named_prizes: false, equal_chances: true });
      const { body: edited } = await host.patch<HostRaffle>(`/api/raffles/${draft.id}`, { max_winners: 9 });
      expect([edited.max_winners, edited.prizes_revision]).toEqual([9, 1]);
      expect((await prizesOf(host, draft.id)).prizes).toMatchObject([{ quantity: 9 }]);
      expect((await person(app).get(`/api/raffles/${draft.id}/prize-list`)).status).toBe(404);
    });

    it('is saved as a whole: prizes keep their id and image, and the winners are the sum', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Gala' })).body;
      const saved = await save(host, id, [
        {
          name: ' Bicycle ',
          description: 'Red',
          sponsor_name: 'Bike Shop',
          sponsor_url: 'https://bikes.example',
        },
        { name: 'Wine', quantity: 3 },
      ]);
      expect(saved.body.prizes).toMatchObject([
        { name: 'Bicycle', quantity: 1, sponsor_url: 'https://bikes.example' },
        { name: 'Wine', quantity: 3 },
      ]);
      const [bicycle, wine] = saved.body.prizes;
      const path = `/api/raffles/${id}/prizes/${wine?.id}/image`;
      const shown = (await host.put<HostPrizes>(path, { image_url: await picture() })).body.prizes[1]
        ?.image_url;
      expect(shown).toMatch(/^\/api\/images\//);

      const moved = await save(host, id, [
        { id: wine?.id ?? null, name: 'Good wine', quantity: 4 },
        { id: bicycle?.id ?? null, name: 'Bicycle' },
        { name: 'Cake' },
      ]);
      expect(moved.body.prizes.map(({ id: prize }) => prize).slice(0, 2)).toEqual([wine?.id, bicycle?.id]);
      expect(moved.body.prizes[0]).toMatchObject({ name: 'Good wine', image_url: shown });
      expect(await raffleOf(host, id)).toMatchObject({ max_winners: 6, named_prizes: true });

      await save(host, id, [{ id: bicycle?.id ?? null, name: 'Bicycle' }]);
      expect((await app.http.inject({ url: shown ?? '' })).statusCode).toBe(404);
    });

    it('is not taken over an edit that came in between', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Gala' })).body;
      await save(host, id, [{ name: 'First' }]);
      const late = await save(host, id, [{ name: 'Second' }], { revision: 0 });
      expect([late.status, late.body.error.code]).toEqual([409, 'prizes_changed']);
      expect((await prizesOf(host, id)).prizes).toMatchObject([{ name: 'First' }]);
    });

    it('keeps the form from guessing which of several prizes it means', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Gala' })).body;
      await save(host, id, [{ name: 'Bicycle' }, { name: 'Wine' }]);
      const path = `/api/raffles/${id}`;
      expect((await host.patch(path, { title: 'Gala night', max_winners: 2 })).status).toBe(200);
      const refused = await host.patch<ErrorBody>(path, { title: 'Gala night', max_winners: 5 });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'several_prizes']);
    });

    it.each([
      ['a quantity of 0', [{ quantity: 0 }], 400],
      ['a name of two lines', [{ name: 'Two\nlines' }], 400],
      ['a name of 101 characters', [{ name: 'W'.repeat(101) }], 400],
      ['a sponsor without https', [{ sponsor_url: 'http://shop.example' }], 400],
      ['a sponsor that is a script', [{ sponsor_url: 'javascript:alert(1)' }], 400],
      ['a sponsor with a user name', [{ sponsor_url: 'https://bank.example@evil.example' }], 400],
      ['1,001 wins', [{ quantity: 1000 }, { quantity: 1 }], 422],
      ['no prize at all', [], 400],
    ] as const)('refuses %s', async (_what, prizes, status) => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Gala' })).body;
      expect((await save(host, id, prizes)).status).toBe(status);
      expect((await prizesOf(host, id)).revision).toBe(0);
    });

    it("takes 200 prizes, copies them with their images, and is nobody else's", async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Gala' })).body;
      const many = Array.from({ length: 200 }, (_, index) => ({ name: `Prize ${index + 1}`, quantity: 5 }));
      const { body } = await save(host, id, many, { policy: 'again', reveal_order: 'list' });
      expect(body.prizes).toHaveLength(200);
      expect((await save(host, id, [...many, {}])).status).toBe(400);
      await host.put(`/api/raffles/${id}/prizes/${body.prizes[0]?.id}/image`, { image_url: await picture() });

      const copy = (await host.post<HostRaffle>(`/api/raffles/${id}/duplicate`)).body;
      const copied = await prizesOf(host, copy.id);
      expect(copied).toMatchObject({ policy: 'again', reveal_order: 'list' });
      expect(copied.prizes.map(({ name }) => name)).toEqual(many.map(({ name }) => name));
      const original = await prizesOf(host, id);
      expect(copied.prizes[0]?.image_url).toMatch(/^\/api\/images\//);
      expect(copied.prizes[0]?.image_url).not.toBe(original.prizes[0]?.image_url);

      const stranger = await signUp(app, 'Someone else');
      expect((await stranger.get(`/api/raffles/${id}/prizes`)).status).toBe(404);
      expect((await save(stranger, id, [{}])).status).toBe(404);
      expect((await person(app).get(`/api/raffles/${id}/prizes`)).status).toBe(401);
    });
  });

  describe('R62 after opening', () => {
    it('a change of the plan is a public record with its time, and another description is not', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = await openRaffle(host);
      await save(host, id, [{ name: 'Bicycle' }]);
      const at = (await listOf(app, id)).changed_at;
      expect(at).toHaveLength(1);
      const [bicycle] = (await prizesOf(host, id)).prizes;
      await save(host, id, [{ id: bicycle?.id ?? null, name: 'Bicycle', description: 'Red' }]);
      const list = await listOf(app, id);
      expect([list.changed_at, list.prizes[0]?.description]).toEqual([at, 'Red']);
    });

    it('ends with the draw, whose results name the prizes and the changes', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      for (let i = 1; i <= 4; i += 1) await join(app, link, `Guest ${i}`);
      await save(host, id, [{ name: 'Bicycle' }, { name: 'Wine', quantity: 2 }]);
      const results = await drawn(app, host, id);
      expect(results.winners.map(({ prize, position }) => [prize, position])).toEqual([
        [1, 1],
        [2, 1],
        [2, 2],
      ]);
      expect(new Set(results.winners.map((row) => row.entry_number)).size).toBe(3);
      expect(results.prizes.map(({ name }) => name)).toEqual(['Bicycle', 'Wine']);
      expect(results.prizes_changed_at).toHaveLength(1);
      expect(await verdictOf(app, id)).toBe('VERIFIED');
      const refused = await save(host, id, [{ name: 'Another' }]);
      expect(refused.status).toBe(409);
    });
  });

  describe('R63 who can win', () => {
    async function invite(host: Person, id: string, names: readonly string[]): Promise<Invitation[]> {
      const body = { invitees: names.join('\n') };
      return (await host.post<InvitesAnswer>(`/api/raffles/${id}/invites`, body)).body.invitees;
    }
    async function joinBy(app: TestApp, token: string | null): Promise<Person & { joined: JoinAnswer }> {
      const { body } = await person(app).post<JoinAnswer>('/api/join', { token });
      return { ...person(app, { authorization: `Bearer ${body.participant_token ?? ''}` }), joined: body };
    }

    it('several prizes go to one person only where the host allows it', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      await join(app, link, 'The only guest');
      await save(host, id, [{ name: 'Bicycle' }, { name: 'Wine' }], { policy: 'again' });
      const results = await drawn(app, host, id);
      expect(results.policy).toBe('again');
      expect(results.winners.map(({ prize, entry_number: entry }) => [prize, entry])).toEqual([
        [1, 1],
        [2, 1],
      ]);
      expect(await verdictOf(app, id)).toBe('VERIFIED');
    });

    it('a limited prize goes to its groups, which the proof does not name', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Gala' })).body;
      const invitations = await invite(host, id, ['Mia Member', 'Gus Guest', 'Gil Guest', 'Gert Guest']);
      const [mia] = invitations;
      await regroup(host, id, { people: [mia?.invitee_id ?? ''], add: ['Members'] });
      await save(host, id, [{ name: 'For all' }, { name: 'For some', groups: ['members'] }]);
      await host.post(`/api/raffles/${id}/open`);
      const people = [];
      for (const { token } of invitations) people.push(await joinBy(app, token));
      expect(people.map(({ joined }) => joined.receipt.weights)).toEqual([
        [1, 1],
        [1, 0],
        [1, 0],
        [1, 0],
      ]);
      const listed = await prizesOf(host, id);
      expect(listed.prizes.map(({ candidates }) => candidates)).toEqual([4, 1]);
      expect([listed.groups, listed.fixed_groups]).toEqual([
        [{ label: 'Members', people: 1 }],
        [['members']],
      ]);
      expect((await listOf(app, id)).prizes.map(({ limited }) => limited)).toEqual([false, true]);
      expect(JSON.stringify(await listOf(app, id))).not.toMatch(/members/i);

      const results = await drawn(app, host, id);
      const limited = results.winners.filter(({ prize }) => prize === 2).map((row) => row.entry_number);
      const general = results.winners.filter(({ prize }) => prize === 1).map((row) => row.entry_number);
      // Where the one member won the prize for all, nobody is left for the other.
      expect(limited).toEqual(general[0] === 1 ? [] : [1]);
      expect(await verdictOf(app, id)).toBe('VERIFIED');
      const proof = (await person(app).get(`/api/raffles/${id}/proof`)).text;
      expect(proof).not.toMatch(/members/i);
    });

    it('a new label after joining changes the weight publicly, with a new receipt; one that changes nothing stays private', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      await save(host, id, [{ name: 'For all' }, { name: 'For members', groups: ['Members'] }]);
      const guest = await join(app, link, 'Guest');
      const before = await ownEntry(guest, id);
      expect(before.receipt?.weights).toEqual([1, 0]);
      const people = [guest.joined.invitee_id];
      expect((await regroup(host, id, { people, add: ['Friends'] })).body).toEqual({ changed: 1 });
      expect(await ownEntry(guest, id)).toEqual(before);

      expect((await regroup(host, id, { people, add: ['MEMBERS'] })).body).toEqual({ changed: 1 });
      const after = await ownEntry(guest, id);
      expect(after.receipt?.weights).toEqual([1, 1]);
      expect(after.changes).toMatchObject([
        { reason_code: 'groups_changed_by_host', tickets: 1, weights: [1, 1], made_by: 'host', state: 'in' },
      ]);
      expect((await prizesOf(host, id)).prizes.map(({ candidates }) => candidates)).toEqual([1, 1]);
      expect((await regroup(host, id, { people, add: ['Members'] })).body).toEqual({ changed: 0 });
    });

    it('prizes use only combinations that exist once somebody has entered', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      await join(app, link, 'Guest');
      const refused = await save(host, id, [{ name: 'For members', groups: ['Members'] }]);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'pools_fixed']);
      expect((await prizesOf(host, id)).fixed_groups).toEqual([]);
    });

    it('the host is told of prizes that nobody can win', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      await save(host, id, [{ name: 'For all' }, { name: 'For members', groups: ['Members'] }]);
      await join(app, link, 'Guest');
      const { body } = await host.get<DrawPreview>(`/api/raffles/${id}/draw/preview`);
      expect(body.without_candidates).toEqual([{ prize: 2, name: 'For members' }]);
      const results = await drawn(app, host, id);
      expect(results.winners.map(({ prize }) => prize)).toEqual([1]);
    });

    it('people of another raffle, and too many labels, are refused as a whole', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      const other = await openRaffle(host, { title: 'Other' });
      const guest = await join(app, link, 'Guest');
      const foreign = await join(app, other.public_link, 'Foreigner');
      const people = [guest.joined.invitee_id, foreign.joined.invitee_id];
      expect((await regroup(host, id, { people, add: ['Members'] })).status).toBe(404);
      const labels = Array.from({ length: 10 }, (_, index) => `Group ${index}`);
      const own = [guest.joined.invitee_id];
      expect((await regroup(host, id, { people: own, add: labels })).body).toEqual({ changed: 1 });
      const refused = await regroup(host, id, { people: own, add: ['One more'] });
      expect([refused.status, refused.body.error.code]).toEqual([422, 'too_many_groups']);
      expect((await prizesOf(host, id)).groups).toHaveLength(10);
    });
  });
});
