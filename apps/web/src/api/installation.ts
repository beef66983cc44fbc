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

/** True once it is known that this server's draws use a test beacon. */
export function useTestBeacon(): boolean {
  return useInstallation().data?.test_chain ?? false;
}

/** R86: how many witnesses are asked to sign; undefined while loading. */
export function useWitnesses(): number | undefined {
  return useInstallation().data?.witnesses.length;
}

/** Their names, as they stand before the first `+` of their verifier keys; undefined while loading. */
export function useWitnessNames(): string[] | undefined {
  return useInstallation().data?.witnesses.map((key) => key.slice(0, key.indexOf('+')));
}

/** Whether this installation sends email (R51); undefined while loading. */
export function useSendsMail(): boolean | undefined {
  return useInstallation().data?.mail;
}
