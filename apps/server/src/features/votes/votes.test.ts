/** Votes for the animation (C1, R13): one for each participant until the draw starts, and the style that the draw takes. */
import type { ErrorBody, HostRaffle, InvitesAnswer, JoinAnswer, VotesAnswer } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { join, openRaffle, type Person, person, signUp } from '../../../test/support/people.ts';

forEachDatabase((makeApp) => {
  async function scene(fields: Partial<HostRaffle> = {}) {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, {
      chosen_animation: 'casino',
      ...fields,
    } as object);
    const people = [];
    for (const name of ['Ada Lovelace', 'Ben Brown', 'Cleo Clark', 'Dan Dean']) {
      people.push(await join(app, link, name));
    }
    const [ada, ben, cleo, dan] = people;
    if (ada === undefined || ben === undefined || cleo === undefined || dan === undefined) throw new Error();
    const vote = (who: Person, style: string, more: object = {}) =>
      who.post<VotesAnswer & ErrorBody>(`/api/raffles/${id}/vote-animation`, {
        animation_style: style,
        ...more,
      });
    const votes = async (who: Person) =>
      (await who.get<VotesAnswer>(`/api/raffles/${id}/animation-votes`)).body;
    const styleOfDraw = async () => {
      const drawn = await host.post(`/api/raffles/${id}/draw`);
      expect(drawn.status).toBeLessThan(300);
      const draws = app.parts.database.query.selectFrom('draws').select('animation_style');
      return (await draws.executeTakeFirstOrThrow()).animation_style;
    };
    return { app, host, id, ada, ben, cleo, dan, vote, votes, styleOfDraw };
  }

  it('C1 votes as the session only', async () => {
    const { app, host, ada, ben, vote, votes } = await scene();
    expect((await vote(ada, 'neon', { invitee_id: ben.joined.invitee_id })).status).toBe(403);
    expect((await vote(person(app), 'neon')).status).toBe(401);
    expect((await vote(host, 'neon')).status).toBe(401);
    expect(await votes(ben)).toEqual({ votes: [], own: null });
    const answer = await vote(ada, 'neon', { invitee_id: ada.joined.invitee_id });
    expect(answer.body).toEqual({ votes: [{ animation_style: 'neon', count: 1 }], own: 'neon' });
    expect(await votes(person(app))).toEqual({ votes: [{ animation_style: 'neon', count: 1 }], own: null });
  });

  it('a vote can be changed until the draw starts, and counts once', async () => {
    const { ada, ben, vote, votes, styleOfDraw } = await scene();
    await vote(ada, 'neon');
    await vote(ada, 'neon');
    await vote(ada, 'cosmic');
    await vote(ben, 'cosmic');
    expect(await votes(ada)).toEqual({ votes: [{ animation_style: 'cosmic', count: 2 }], own: 'cosmic' });
    expect((await vote(ada, 'disco')).status).toBe(400);
    expect(await styleOfDraw()).toBe('cosmic');
    expect((await vote(ada, 'neon')).body.error.code).toBe('voting_closed');
    expect((await votes(ada)).own).toBe('cosmic');
  });

  it("a tie goes to the raffle's own style, else to the first in the order of styles", async () => {
    const own = await scene();
    await own.vote(own.ada, 'casino');
    await own.vote(own.ben, 'neon');
    expect(await own.styleOfDraw()).toBe('casino');
    const others = await scene();
    await others.vote(others.ada, 'neon');
    await others.vote(others.ben, 'cosmic');
    expect(await others.styleOfDraw()).toBe('cosmic');
    const none = await scene();
    expect(await none.styleOfDraw()).toBe('casino');
  });

  it('the vote of an entry that left no longer counts', async () => {
    const { id, ada, ben, vote, votes } = await scene();
    await vote(ada, 'neon');
    await vote(ben, 'fireworks');
    expect((await ada.post(`/api/raffles/${id}/leave`)).status).toBe(200);
    expect((await votes(ben)).votes).toEqual([{ animation_style: 'fireworks', count: 1 }]);
    expect((await vote(ada, 'neon')).body.error.code).toBe('entry_withdrawn');
  });

  it('I1, R45 a participant who left one of two entries still votes with the other one', async () => {
    const { host, id, ada, vote } = await scene();
    const invites = await host.post<InvitesAnswer>(`/api/raffles/${id}/invites`, { invitees: 'Eve Evans' });
    const second = await ada.post<JoinAnswer>('/api/join', { token: invites.body.invitees[0]?.token });
    expect((await vote(ada, 'neon', { invitee_id: second.body.invitee_id })).body.own).toBe('neon');
    const first = { invitee_id: ada.joined.invitee_id };
    expect((await vote(ada, 'cosmic', first)).body.own).toBe('cosmic');
    expect((await ada.post(`/api/raffles/${id}/leave`, { invitee_id: second.body.invitee_id })).status).toBe(
      200,
    );
    expect((await vote(ada, 'neon')).body.error.code).toBe('entry_withdrawn');
    expect((await vote(ada, 'casino', first)).body).toEqual({
      votes: [{ animation_style: 'casino', count: 1 }],
      own: 'casino',
    });
  });

  it('there is no vote where the host turned voting off', async () => {
    const { ada, vote } = await scene({ voting_enabled: false });
    expect((await vote(ada, 'neon')).body.error.code).toBe('voting_off');
  });
});
