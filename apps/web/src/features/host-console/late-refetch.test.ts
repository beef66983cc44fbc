import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { RAFFLES } from '../../api/workspaces/workspaces.ts';
import { lateRefetch } from './late-refetch.ts';

/** A list that somebody looks at, whose answers the test gives. */
function watchedList() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const answers: ((list: string[]) => void)[] = [];
  const observer = new QueryObserver<string[]>(queryClient, {
    queryKey: RAFFLES,
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  observer.subscribe(() => undefined);
  return { queryClient, answers, list: () => queryClient.getQueryData(RAFFLES) };
}

test('a raffle that changes while the list is on its way is in the list in the end', async () => {
  const { queryClient, answers, list } = watchedList();
  const changed = lateRefetch(queryClient);
  // Two changes, which the list that is being read has not.
  changed();
  changed();
  answers[0]?.(['before']);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.(['before', 'made meanwhile']);
  await expect.poll(list).toEqual(['before', 'made meanwhile']);
  expect(answers).toHaveLength(2);
});

test('a change while nothing is on its way fetches nothing', async () => {
  const { queryClient, answers, list } = watchedList();
  answers[0]?.(['as it is']);
  await expect.poll(list).toEqual(['as it is']);
  lateRefetch(queryClient)();
  expect(queryClient.isFetching()).toBe(0);
  expect(answers).toHaveLength(1);
});
