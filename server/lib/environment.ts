/** The environment of a process, as it is read. */
export type Environment = Readonly<Record<string, string | undefined>>
