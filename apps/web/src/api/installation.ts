/** What this installation is; only the demonstration's test beacon is of interest to every page. */
import type { InstallationInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** True once the server has said that its draws use a test beacon. */
export function useTestBeacon(): boolean {
  const { data } = useQuery({
    queryKey: ['/api/installation'],
    queryFn: () => call<InstallationInfo>('GET', '/api/installation'),
  });
  return data?.test_chain ?? false;
}
