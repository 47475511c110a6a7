/**
 * How the system's allocator is set before a server starts, as name and value in its environment. glibc keeps memory for each thread that ever
 * asked for some, up to eight pools a core, and gives little of it back: two pools spare 10 to 50 MB of what a large upload takes (decision 23).
 */
export const ALLOCATOR = ['MALLOC_ARENA_MAX', '2'] as const
