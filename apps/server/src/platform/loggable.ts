/** What may be logged of an error: never its data, which may hold names and addresses (M2). */
export function loggable(error: unknown): {
  type: string;
  code: unknown;
  message: string;
  stack: string | undefined;
} {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { type: name, code: (error as { code?: unknown } | null)?.code, message, stack };
}
