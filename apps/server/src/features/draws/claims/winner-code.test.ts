/** R73: the code on a winner's own page, at the desk and at the host's, and what watchers are told when claim windows begin. */
import type {
  ClaimActionAnswer,
  DeskClaimsAnswer,
  DeskInfo,
  DeskLinkAnswer,
  ErrorBody,
  OwnClaimsAnswer,
} from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { drawNext, openEvening } from '../../../../test/support/evening.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { join, person, signUp } from '../../../../test/support/people.ts';
import { watch } from '../../../../test/support/watch.ts';

forEachDatabase((makeApp) => {
  it('R73 names its entry to the desk and the host, however it is typed; no other code does', async () => {
    const app = await makeApp();
    const address = await app.listen();
    const host = await signUp(app);
    const scene = await openEvening({ app, host }, [{ name: 'Ham', claim_window: 600 }]);
    const path = `/api/raffles/${scene.id}`;
    const guests = [await join(app, scene.link, 'Ada'), await join(app, scene.link, 'Bo')];
    const { url } = (await host.post<DeskLinkAnswer>(`${path}/desk-link`)).body;
    const key = new URL(url).searchParams.get('key') ?? '';
    const desk = person(app);
    const hasWinners = async (): Promise<boolean> =>
      (await desk.get<DeskInfo>(`${path}/desk?key=${key}`)).body.has_winners;
    expect(await hasWinners()).toBe(false);
    const watcher = await watch(app, address, scene.id);
    const { winners } = await drawNext(scene);
    expect(await hasWinners()).toBe(true);
    // R73: everyone sees until when, as soon as the show is over.
    const { data } = await watcher.next('draw:claims');
    expect(data.standing.current_winners[0]?.claim.claim_by).toBeGreaterThan(app.clock.now());
    watcher.close();

    const winner = winners[0]?.entry_number ?? 0;
    const [prize] = (await (guests[winner - 1] ?? desk).get<OwnClaimsAnswer>(`${path}/me/claims`)).body
      .prizes;
    const { scanned = '', typed = '' } = prize?.code ?? {};
    expect(typed).toMatch(new RegExp(`^${winner}-[2-9A-HJKMNP-TV-Z]{6}$`));
    const look = (name: { code: string } | { token: string }) =>
      desk.get<DeskClaimsAnswer & ErrorBody>(
        `${path}/desk/claims?key=${key}&${new URLSearchParams({ ...name }).toString()}`,
      );
    for (const name of [
      { token: scanned },
      { code: typed },
      { code: ` ${typed.toLowerCase().replace('-', ' ')} ` },
    ]) {
      expect((await look(name)).body).toMatchObject({ entry_number: winner, prizes: [{ state: 'drawn' }] });
    }
    const other = 3 - winner;
    for (const name of [
      { token: scanned.replace(/^\d+/, String(other)) },
      { token: scanned.slice(0, -1) },
      { code: typed.replace(/^\d+/, String(other)) },
      { code: `${winner}-AAAAAA` },
    ]) {
      const { status, body } = await look(name);
      expect([name, status, body.error.code]).toEqual([name, 422, 'winner_code_unknown']);
    }

    const given = await host.post<ClaimActionAnswer>(`${path}/claims/hand-over`, { token: scanned });
    expect(given.body.rows).toMatchObject([{ entry_number: winner, state: 'handed_over' }]);
    const wrong = await host.post<ErrorBody>(`${path}/claims/hand-over`, { code: `${winner}-AAAAAA` });
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'winner_code_unknown']);
  });
});
