export const startRequestPath = (raffleId: string): string => `/api/raffles/${raffleId}/draw/start-request`;
