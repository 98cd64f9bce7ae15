import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';

/**
 * Runtime plugin of the shell: hands its copy of the federation core to remotes, which are built without one
 * (`externalRuntime`). The plugin's own `provideExternalRuntime` does the same with a second, CommonJS copy.
 */
export default function provideRuntimeCore(): ModuleFederationRuntimePlugin {
  return {
    name: 'provide-runtime-core',
    beforeInit: (args) => {
      Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
      return args;
    },
  };
}
