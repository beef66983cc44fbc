/** R4, R85: no receiver hears of a winner before the show is over, whatever is tried when. */
import { afterAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, signUp } from '../../../../test/support/people.ts';
import { payloadOf, RECEIVERS_ALLOWED, startReceiver } from '../../../../test/support/webhook-receiver.ts';
import { addWebhook, settled } from '../../../../test/support/webhooks.ts';

forEachDatabase((makeApp) => {
  const undo: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const step of undo) await step();
  });

  test('R4 R85 through a whole draw nothing that is sent names a winner or a seed before its end', async () => {
    const app = await makeApp({ env: { ...RECEIVERS_ALLOWED, PUBLIC_URL: 'https://raffles.example.org' } });
    const host = await signUp(app);
    const receiver = await startReceiver();
    undo.push(receiver.close);
    const sent: { at: number; type: string; body: string }[] = [];
    receiver.answer = (response, { body }) => {
      sent.push({ at: app.clock.now(), type: payloadOf(body).type, body });
      response.writeHead(204).end();
    };
    const hook = await addWebhook(app, host, { url: receiver.url });
    const { id, public_link: link } = await openRaffle(host, { max_winners: 3 });
    for (const letter of 'abcdef') await join(app, link, `Entrantnumber ${letter}`);
    await settled(app, 11_000);
    expect((await host.post(`/api/raffles/${id}/draw`)).status).toBe(200);
    const { query } = app.parts.database;
    const draw = await eventually(
      app,
      'the end of the show',
      async () => {
        const row = await query
          .selectFrom('draws')
          .selectAll()
          .where('raffle_id', '=', id)
          .executeTakeFirst();
        return row !== undefined && row.completed_at !== null && row;
      },
      500,
    );
    const end = draw.completed_at ?? 0;
    await settled(app);
    const [result, ...more] = sent.filter(({ type }) => type === 'draw.result');
    expect([result?.body.match(/Entrantnumber/g)?.length, more]).toEqual([3, []]);
    expect(result?.at).toBeGreaterThanOrEqual(end);
    const early = sent.filter(({ at }) => at < end);
    expect(early.map(({ type }) => type)).toEqual(['raffle.opened', 'raffle.joined', 'draw.frozen']);
    const secrets = ['Entrantnumber', draw.combined_seed ?? 'none', draw.seed_reveal ?? 'none'];
    for (const secret of secrets) expect(early.filter(({ body }) => body.includes(secret))).toEqual([]);
    // Nor was it tried before: that would have failed, and been tried again.
    const log = await hook.log();
    expect(log.find(({ event }) => event === 'draw.result')?.tries.map(({ status }) => status)).toEqual([
      204,
    ]);
  });
});
