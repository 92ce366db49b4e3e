/** Makes the records of a session with a hostile text of a size. */
export type HostileUnit = (size: number) => object[];

export const hostileFormats: string[];
export const bounds: { readonly perKilobyte: number; readonly growth: number; readonly noise: number };

export function measure(
  unit: HostileUnit,
  size: number,
  format: string,
): Promise<{ ms: number; text: string; messages: string[] }>;

export function warmUp(formats: readonly string[]): Promise<void>;
