/** Whether a host name, an address or a range of addresses is of this machine alone. */
export const isLocal = (host: string) =>
  /^(localhost|127(\.\d+){1,3}(\/\d+)?|\[::1\]|::1(\/128)?)$/i.test(host)
