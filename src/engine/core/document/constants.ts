/** Every figure of the engine in one place (spec 1, section 9; spec 2, constants; engine.md 4; reliability.md 5). */

/** Calls that may run at once, fan-outs counted as one. */
export const WIDGET_LANE = 5
/** Steps of fan-outs that may run at once, over all fan-outs. */
export const STORE_LANE = 3
/** Tries after the first one. */
export const WIDGET_RETRIES = 5
export const STORE_RETRIES = 3
/** A store lane rests this long after each step. */
export const STORE_STEP_DELAY_MS = 1_000
export const TIMEOUT_MS = 300_000
/** An older answer is shown with its age and asked for again. */
export const STALE_MS = 3_600_000
/** Waits before the second, third … try. */
export const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const
/** A wait is spread by this share to both sides, so that many pages do not return at the same moment. */
export const JITTER = 0.2
/** Answers kept for reuse when no widget shows them any more, also for the next dashboard of this session. */
export const CACHE_ENTRIES = 64
/** Together no more than this, as they came. */
export const CACHE_BYTES = 64 * 1024 * 1024

/** Longest text of a filter that was not chosen, in the address; servers refuse addresses much longer than this. */
export const LONGEST_DEFAULT = 4_000

/**
 * Figures stay as they are this long after a change: an answer that comes sooner replaces them without a flicker, a
 * longer wait is shown.
 */
export const WAIT_SHOWN_AFTER_MS = 150

/**
 * New figures wait this long for those that were asked with them: what changes together is laid out and painted once,
 * which is a sixth of a quick change.
 */
export const GATHERED_MS = 32

/** Widgets that get new figures in one task of the page: on more tasks than one they would be on two frames. */
export const REDRAWN_AT_ONCE = 12

/** A first drawing is this many times the work: four in one task; more would make it long. */
export const FIRST_DRAWING_COSTS = 3

/** Transactions kept for the debug panel. */
export const TRACE_RECORDS = 50

/** Limits of a layout. Nodes are objects and lists. */
export const MAX_BYTES = 512 * 1024
export const MAX_DEPTH = 32
export const MAX_WIDGETS = 300
export const MAX_NODES = 10_000
/** Members of all objects and lists together. */
export const MAX_VALUES = 40_000
/** After this many a document is simply wrong, and a longer list is of no help. */
export const MAX_ISSUES = 500

/** Format of the grammar written today. */
export const FORMAT = 1

/** All grids are this wide. */
export const COLUMNS = 12
/** Narrowest page for a grid size (spec: large 1280, small 768-991, mobile to 767). */
export const LARGE_FROM_PX = 1280
export const MEDIUM_FROM_PX = 992
/** Up to here the small grid is stacked. */
export const STACK_TO_PX = 767

/** More queries with one call per store than this make a page slow for large clients. */
export const FAN_OUT_BUDGET = 2

/** More different questions than this, five at a time, keep a reader waiting on a slow line. */
export const LOAD_BUDGET = 20
/** A query that asks itself again waits at most this much longer than was asked for, as a share. */
export const REFRESH_JITTER = 0.1
/** Requests due within this time are sent together. */
export const REFRESH_GATHER_MS = 1_000
/** However often it failed, it is asked again after this. */
export const REFRESH_MOST_MS = 600_000
/** Questions a minute that a document may ask by itself before it is said to be too many. */
export const REFRESH_BUDGET = 24
