/**
 * Options of Node for a process that a test starts for some seconds: code stays as it is compiled at first where making
 * it faster takes longer than it runs, and V8 has no threads of its own.
 */
export const SHORT_LIVED = ['--liftoff-only', '--single-threaded']
