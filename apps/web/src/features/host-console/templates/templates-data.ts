/** The host's templates (R80), as the console reads them. */
import type { RaffleTemplate } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const TEMPLATES = ['/api/templates'] as const;

export function useTemplates() {
  return useQuery({
    queryKey: TEMPLATES,
    queryFn: () => call<RaffleTemplate[]>('GET', TEMPLATES[0]),
    refetchOnMount: 'always',
  });
}
