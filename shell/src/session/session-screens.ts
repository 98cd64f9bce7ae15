/** The session's screens, each a chunk of its own: they hold forms, and most visits never see them. */
export const sessionScreens = {
  login: async () => (await import(/* webpackChunkName: "login" */ './login.screen')).LoginScreen,
  register: async () => (await import(/* webpackChunkName: "register" */ './register.screen')).RegisterScreen,
};
