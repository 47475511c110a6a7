/** A title as part of a file name, in any language: letters and digits without their accents, joined by underscores. */
export const fileNameOf = (title: string): string => title.normalize('NFKD').replace(/\p{M}+/gu, '').replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 100).replace(/^_+|_+$|\p{Cs}$/gu, '') || 'aforo'
