/**
 * Options of Node for processes of tests: WebAssembly stays as it is first compiled, since making
 * it faster takes longer than a test's statements, and V8 uses no threads of its own.
 */
export const SHORT_LIVED = ['--liftoff-only', '--single-threaded']
