/**
 * C12: what each audience of a raffle may see, as a matrix over calls and frames. Every cell is asked of the whole answer
 * or of everything that a socket received, so a name or id that slips into a new field is found.
 */
import { maySee, type RaffleAudience } from '@glassdrum/raffle-rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIVE_CLOSE, type InvitesAnswer } from '@glassdrum/contract';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { makeMember } from '../support/members.ts';
import { eventually, join, openRaffle, type Person, person, signUp } from '../support/people.ts';
import { connect, type Watch, watch } from '../support/watch.ts';

const AUDIENCES: readonly RaffleAudience[] = [
  'host',
  'member',
  'stage',
  'entrant',
  'invitee',
  'former_entrant',
  'visitor',
];

forEachDatabase((makeApp, kind) => {
  let app: TestApp;
  let address: string;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
  });

  /** A raffle with someone of each audience; the names to look for are Ada's and Bob's. */
  async function scene() {
    const host = await signUp(app);
    const raffle = await openRaffle(host, { max_tickets: 5 });
    const { id, public_link: link } = raffle;
    const ada = await join(app, link, 'Ada Lovelace');
    const bob = await join(app, link, 'Bob Bernoulli');
    const entrant = await join(app, link, 'Carol Curie');
    const former = await join(app, link, 'Dora Former');
    await host.remove(`/api/raffles/${id}/participants/${former.joined.invitee_id}`);
    const added = await host.post<InvitesAnswer>(`/api/raffles/${id}/invites`, { invitees: 'Eve Invited' });
    const token = added.body.invitees[0]?.token ?? '';
    const { url } = (await host.post<{ url: string }>(`/api/raffles/${id}/stage-link`)).body;
    const stageKey = new URL(url).searchParams.get('key') ?? '';
    const page = { ...host.headers, origin: address };
    const desk = await signUp(app);
    await makeMember(app, raffle, desk, 'desk');
    const headers: Record<RaffleAudience, Record<string, string>> = {
      host: page,
      member: { ...desk.headers, origin: address },
      stage: {},
      entrant: entrant.headers,
      invitee: {},
      former_entrant: former.headers,
      visitor: {},
    };
    return { host, id, link, ada, bob, entrant, former, token, stageKey, headers };
  }
  type Scene = Awaited<ReturnType<typeof scene>>;

  async function socketOf(at: Scene, audience: RaffleAudience): Promise<Watch> {
    const socket = await connect(app, address, at.headers[audience]);
    const key = audience === 'stage' ? { stageKey: at.stageKey } : {};
    socket.send({ type: 'join-room', data: { raffleId: at.id, ...key } });
    await socket.next('chat-you');
    return socket;
  }

  const textOf = (socket: Watch): string => socket.received.map(({ text }) => text).join('\n');

  async function say(who: Person, id: string, message: string): Promise<void> {
    const said = await who.post(`/api/raffles/${id}/chat`, {
      raffle_id: id,
      message,
    });
    if (said.status !== 201) throw new Error(said.text);
  }

  /** Ada writes to Bob alone. */
  async function direct(at: Scene, message: string): Promise<void> {
    const socket = await watch(app, address, at.id, at.ada.headers);
    const recipientId = at.bob.joined.invitee_id;
    socket.send({ type: 'chat-message', data: { text: message, recipientId } });
    await socket.next('chat-message');
    socket.close();
  }

  describe('C12 every frame', () => {
    it.each(AUDIENCES.filter((audience) => audience !== 'invitee'))('C12 as %s', async (audience) => {
      const at = await scene();
      await say(at.ada, at.id, 'said before');
      await direct(at, 'between Ada and Bob');
      const bystander = await watch(app, address, at.id, at.bob.headers);
      const socket = await socketOf(at, audience);
      await join(app, at.link, 'Fay Fermi');
      await say(at.ada, at.id, 'said live');
      await eventually(
        app,
        'all of it',
        async () => {
          const text = textOf(socket);
          return text.includes('Fay F') && text.includes('said live') && text.includes('"online-users"');
        },
        500,
      );
      const text = textOf(socket);
      const names = maySee(audience, 'full_names');
      for (const name of ['Ada Lovelace', 'Fay Fermi', 'Bob Bernoulli']) {
        expect([name, text.includes(name)]).toEqual([name, names]);
      }
      const ids = maySee(audience, 'entrant_ids');
      for (const { joined } of [at.ada, at.bob]) expect(text.includes(joined.invitee_id)).toBe(ids);
      expect(text).not.toContain('between Ada and Bob');
      const { data: snapshot } = await socket.next('snapshot');
      expect(snapshot.me !== null).toBe(['entrant', 'former_entrant'].includes(audience));
      const sent = socket.received.length;
      socket.send({ type: 'chat-message', data: { text: 'may I speak?' } });
      const talks = maySee(audience, 'talk');
      await socket.next(talks ? 'chat-message' : 'chat-refused', sent);
      socket.close();
      bystander.close();
    });
  });

  /** The calls that show this audience who has joined. */
  function listsOf(at: Scene, audience: RaffleAudience): string[] {
    if (audience === 'stage') return [`/api/raffles/${at.id}/stage?key=${at.stageKey}`];
    if (audience === 'invitee') return [`/api/invite/${at.token}`];
    return [`/api/raffles/${at.id}/entrants`, `/api/join/${at.link}`];
  }

  it('C12 every call', async () => {
    const at = await scene();
    await say(at.ada, at.id, 'said before');
    await direct(at, 'between Ada and Bob');
    for (const audience of AUDIENCES) {
      const caller = person(app, at.headers[audience]);
      const seen = async (url: string): Promise<string> => {
        const answer = await caller.get(url);
        expect([audience, url, answer.status]).toEqual([audience, url, 200]);
        return answer.text;
      };
      const lists = listsOf(at, audience);
      for (const url of lists) {
        const text = await seen(url);
        expect([audience, url, text.includes('Ada Lovelace')]).toEqual([
          audience,
          url,
          maySee(audience, 'full_names'),
        ]);
        expect(text).not.toContain(at.ada.joined.invitee_id);
      }
      if (audience === 'stage' || audience === 'invitee') continue;
      const chat = await seen(`/api/raffles/${at.id}/chat`);
      expect([audience, chat.includes('Ada Lovelace')]).toEqual([audience, maySee(audience, 'full_names')]);
      expect(chat.includes(at.ada.joined.invitee_id)).toBe(maySee(audience, 'entrant_ids'));
      expect(chat).not.toContain('between Ada and Bob');
    }
  });

  it('C12 a removed entrant who comes back with the same cookie sees no names and no ids', async () => {
    const at = await scene();
    await say(at.ada, at.id, 'said before');
    const socket = await socketOf(at, 'entrant');
    await at.host.remove(`/api/raffles/${at.id}/participants/${at.entrant.joined.invitee_id}`);
    expect(await socket.closed).toBe(LIVE_CLOSE.identityGone);
    const back = await socketOf(at, 'entrant');
    await join(app, at.link, 'Fay Fermi');
    await eventually(app, 'the newcomer', async () => textOf(back).includes('Fay F.'), 500);
    const { data: snapshot } = await back.next('snapshot');
    expect(snapshot.me).toMatchObject({ displayName: 'Carol Curie', tickets: 0 });
    for (const secret of ['Ada Lovelace', 'Fay Fermi', at.ada.joined.invitee_id]) {
      expect(textOf(back)).not.toContain(secret);
    }
  });

  it('C12 a regenerated personal link shows no names once its entry was removed', async () => {
    const at = await scene();
    const joined = await person(app).post<{ invitee_id: string }>('/api/join', { token: at.token });
    expect(joined.status).toBe(201);
    const inviteeId = joined.body.invitee_id;
    const again = await at.host.post<{ token: string }>(`/api/raffles/${at.id}/invites/${inviteeId}/reissue`);
    const { token } = again.body;
    expect((await person(app).get(`/api/invite/${token}`)).text).toContain('Ada Lovelace');
    await at.host.remove(`/api/raffles/${at.id}/participants/${inviteeId}`);
    const answer = await person(app).get(`/api/invite/${token}`);
    expect(answer.text).not.toContain('Ada Lovelace');
  });

  it('C12 an entry that ends while its socket is coming in is not let in as an entrant', async () => {
    const at = await scene();
    const sockets = await Promise.all(
      Array.from({ length: 12 }, () => connect(app, address, at.entrant.headers)),
    );
    const removed = at.host.remove(`/api/raffles/${at.id}/participants/${at.entrant.joined.invitee_id}`);
    for (const socket of sockets) {
      socket.send({ type: 'join-room', data: { raffleId: at.id } });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await removed;
    await Promise.all(sockets.map((socket) => Promise.race([socket.closed, socket.next('chat-you')])));
    await join(app, at.link, 'Fay Fermi');
    const witness = await socketOf(at, 'visitor');
    await join(app, at.link, 'Gus Gauss');
    await eventually(app, 'the newcomer', async () => textOf(witness).includes('Gus G.'), 500);
    for (const socket of sockets) expect(textOf(socket)).not.toContain('Gus Gauss');
  });

  it.runIf(kind === 'postgres')(
    'C12 a node that may have missed messages asks again who its sockets are',
    async () => {
      const at = await scene();
      const socket = await socketOf(at, 'entrant');
      await app.parts.database.query
        .updateTable('participations')
        .set({ state: 'removed', tickets: 0 })
        .where('invitee_id', '=', at.entrant.joined.invitee_id)
        .execute();
      const before = socket.received.length;
      app.parts.bus.publish({ topic: 'resync' });
      expect((await socket.next('snapshot', before)).data.me?.tickets).toBe(0);
      await join(app, at.link, 'Fay Fermi');
      await eventually(app, 'the newcomer', async () => textOf(socket).includes('Fay F.'), 500);
    },
  );
});
