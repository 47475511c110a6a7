/** A size of memory, for example `128MB`. */
export type Megabytes = `${number}MB`
