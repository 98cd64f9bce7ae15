// The federation runtime provides only what is in the shell's own graph. These are shared for remotes and used by no
// module of the shell; the build fails when one is forgotten here.
import '@shop/settings/use-settings';
