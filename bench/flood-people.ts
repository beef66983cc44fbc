/** Other people's joins in a process of their own, so that their time does not hold what the flooding client itself costs. */
import { othersJoin } from '../apps/server/test/support/floods.ts';

process.once('message', (input: { target: Parameters<typeof othersJoin>[0]; forMs: number }) => {
  void othersJoin(input.target, input.forMs).then((people) =>
    process.send?.(people, () => process.disconnect()),
  );
});
