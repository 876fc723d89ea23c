/** One browser window, driven from outside. Everything that the two drivers have in common is built on this. */
export type Engine = {
  open(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Runs a script in the page, whatever the page's own policy says. */
  addScript(source: string): Promise<void>
  /** Runs a function in the page. Its arguments and its result travel as JSON. */
  run<Result>(work: InPage<Result>, ...args: unknown[]): Promise<Awaited<Result>>
  /** Runs a function in the page that finds an element. */
  find(work: InPage<Element | null>, ...args: unknown[]): Promise<EngineElement | null>
  /** The text in a frame of the page, by the frame's title. Empty while there is none. */
  textOfFrame(title: string): Promise<string>
  screenshot(): Promise<Buffer>
  /** What the page has written to the console as an error so far, as far as the driver is told. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export type EngineElement = {
  click(): Promise<void>
  /** Types with the keyboard. */
  type(text: string): Promise<void>
  clear(): Promise<void>
  /** Gives a file field a file. @param path of a file that exists */
  choose(path: string): Promise<void>
}

/** A function that travels as text: it can use nothing but its arguments and what the page has. */
export type InPage<Result> = (...args: never[]) => Result
