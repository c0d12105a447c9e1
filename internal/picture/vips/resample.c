// libvips before 8.15 resizes a pixel at a time, which takes longer than decoding a JPEG does. This is the same arithmetic,
// sixteen or thirty-two bytes at a time: columns first, since whole rows are added up, then rows, a pixel at once. On newer
// versions it is about as fast as libvips is, and can go when Debian's has them.

#include "resample.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define FASTEST __attribute__((target_clones("arch=haswell", "default"), optimize("O3")))
#else
#define FASTEST
#endif

typedef float pixel __attribute__((vector_size(16)));

// weights are those of one axis: of output i, count of them from source pixel start[i] on.
typedef struct {
	int count;
	int *start;
	float *of;
} weights;

static double sinc(double x) { return x == 0 ? 1 : sin(M_PI * x) / (M_PI * x); }

static double lanczos3(double x) { return fabs(x) < 3 ? sinc(x) * sinc(x / 3) : 0; }

static int make_weights(weights *w, int size, double shrink) {
	w->count = (int)ceil(6 * shrink) + 1;
	w->start = malloc(size * sizeof *w->start);
	w->of = malloc((size_t)size * w->count * sizeof *w->of);
	if (w->start == NULL || w->of == NULL)
		return -1;
	for (int i = 0; i < size; i++) {
		double centre = (i + 0.5) * shrink - 0.5, sum = 0;
		float *of = w->of + (size_t)i * w->count;
		w->start[i] = (int)ceil(centre - 3 * shrink);
		for (int k = 0; k < w->count; k++)
			sum += of[k] = lanczos3((w->start[i] + k - centre) / shrink);
		for (int k = 0; k < w->count; k++)
			of[k] /= sum;
	}
	return 0;
}

static int within(int i, int size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

FASTEST static void add_row(float *restrict sum, const unsigned char *restrict row, float weight, int n) {
	for (int i = 0; i < n; i++)
		sum[i] += weight * row[i];
}

FASTEST static void write_row(unsigned char *restrict out, const float *restrict row, const weights *w, int width, int bands) {
	for (int i = 0; i < width; i++) {
		const float *from = row + (ptrdiff_t)w->start[i] * bands, *of = w->of + (size_t)i * w->count;
		pixel sum = {0.5f, 0.5f, 0.5f, 0.5f};
		for (int k = 0; k < w->count; k++) {
			pixel p;
			memcpy(&p, from + k * bands, sizeof p);
			sum += of[k] * p;
		}
		for (int b = 0; b < bands; b++)
			out[i * bands + b] = sum[b] <= 0 ? 0 : sum[b] >= 255 ? 255 : (unsigned char)sum[b];
	}
}

int resample(const unsigned char *in, int in_width, int in_height, int bands, unsigned char *out, int width, int height,
	double horizontal_shrink, double vertical_shrink) {
	weights across = {0}, down = {0};
	int failed = make_weights(&across, width, horizontal_shrink) != 0 || make_weights(&down, height, vertical_shrink) != 0;
	// A row of sums, with the first and last pixel repeated beside it, as the kernel reaches over the edges.
	int n = in_width * bands, edge = across.count;
	float *whole = failed ? NULL : calloc((size_t)(in_width + 2 * edge) * bands + 4, sizeof *whole);
	failed = whole == NULL;
	for (int y = 0; y < height && !failed; y++) {
		float *row = whole + (size_t)edge * bands;
		memset(row, 0, n * sizeof *row);
		for (int k = 0; k < down.count; k++) {
			float weight = down.of[(size_t)y * down.count + k];
			if (weight != 0)
				add_row(row, in + (size_t)within(down.start[y] + k, in_height) * n, weight, n);
		}
		for (int e = 1; e <= edge; e++)
			for (int b = 0; b < bands; b++) {
				row[-e * bands + b] = row[b];
				row[n + (e - 1) * bands + b] = row[n - bands + b];
			}
		write_row(out + (size_t)y * width * bands, row, &across, width, bands);
	}
	free(whole);
	free(across.start);
	free(across.of);
	free(down.start);
	free(down.of);
	return failed ? -1 : 0;
}
