// Makes a picture of bytes smaller with the kernel Lanczos 3: see resample.c.

// resample writes width × height pixels of 3 or 4 bands to out. shrink is how many source pixels one of them covers. It
// returns 0, or -1 without memory.
int resample(const unsigned char *in, int in_width, int in_height, int bands, unsigned char *out, int width, int height,
	double horizontal_shrink, double vertical_shrink);
