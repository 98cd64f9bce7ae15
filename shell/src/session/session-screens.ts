/** Loaders of the session screens. Each screen is a separate chunk: it holds a form, and most visits never open it. */
export const sessionScreens = {
  login: async () => (await import(/* webpackChunkName: "login" */ './login.screen')).LoginScreen,
  register: async () => (await import(/* webpackChunkName: "register" */ './register.screen')).RegisterScreen,
};
