/** What this installation is, as far as screens need to know it. */
import type { InstallationInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

function useInstallation() {
  return useQuery({
    queryKey: ['/api/installation'],
    queryFn: () => call<InstallationInfo>('GET', '/api/installation'),
  });
}

/** True once the server has said that its draws use a test beacon. */
export function useTestBeacon(): boolean {
  return useInstallation().data?.test_chain ?? false;
}

/** Whether this installation sends mail (R51); undefined until the server has said so. */
export function useSendsMail(): boolean | undefined {
  return useInstallation().data?.mail;
}
